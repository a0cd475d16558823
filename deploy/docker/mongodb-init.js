// Makes a replica set of one member, because only a replica set has change streams, and what the examples need.
try {
  rs.status();
} catch (notYet) {
  rs.initiate({_id: "rs0", members: [{_id: 0, host: "mongodb:27017"}]});
}
while (!db.hello().isWritablePrimary) {
  sleep(200);
}
const shop = db.getSiblingDB("shop");
for (const collection of ["customers", "products", "users", "authors", "orders", "reviews", "posts"]) {
  if (!shop.getCollectionNames().includes(collection)) {
    shop.createCollection(collection);
  }
}
for (const field of ["customerId", "buyerId", "sellerId", "items.sku"]) {
  shop.orders.createIndex({[field]: 1});
}
shop.reviews.createIndex({productId: 1});
shop.posts.createIndex({authorId: 1});
if (shop.customers.countDocuments({}) === 0) {
  shop.customers.insertOne({_id: "cust_42", name: "Zubaida", tier: "gold"});
  shop.products.insertOne({_id: "sku_1", title: "Kettle"});
  shop.orders.insertOne({
    _id: "order_1", customerId: "cust_42", customerName: "Zubaida", customerTier: "gold",
    items: [{sku: "sku_1", productName: "Kettle"}]
  });
  shop.reviews.insertOne({_id: "review_1", productId: "sku_1", productTitle: "Kettle", stars: 5});
}
