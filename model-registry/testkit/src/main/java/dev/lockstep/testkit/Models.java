package dev.lockstep.testkit;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Value;
import java.util.Map;

/** Models that tests use again and again. */
public final class Models {
    /** The store of these models. */
    public static final StoreName SHOP = new StoreName("shop");

    private Models() {}

    /** Starts a model with its source in this collection. */
    public static ModelFixture model(String name, StoreName store, String sourceCollection) {
        return new ModelFixture(name, store, sourceCollection);
    }

    /**
     * Customer name and tier on orders: {@code customers} by {@code _id}; {@code orders} by {@code customerId} through
     * the index {@code customerId_1}; {@code customerName} ← {@code name}, {@code customerTier} ← {@code profile.tier}.
     */
    public static Model orderCustomer() {
        return orderCustomer(SHOP);
    }

    /** The same model in another store. */
    public static Model orderCustomer(StoreName store) {
        return model("order-customer", store, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("customerName", "name")
                                .field("customerTier", "profile.tier"))
                .build();
    }

    /**
     * Product name on order lines: {@code products} by {@code _id}; elements of {@code orders.items} whose {@code sku}
     * matches, through the index {@code items_sku_1}; {@code productName} ← {@code name}.
     */
    public static Model orderProduct(StoreName store) {
        return model("order-product", store, "products")
                .key("_id", "{sku}")
                .copy(
                        "lines",
                        copy -> copy.in("orders")
                                .elements("items")
                                .pointer("sku", "{sku}")
                                .byIndex("items_sku_1")
                                .field("productName", "name"))
                .build();
    }

    /** The source key with this one text variable. */
    public static SourceKey key(String variable, String value) {
        return SourceKey.of(Map.of(variable, new Value.Text(value)));
    }
}
