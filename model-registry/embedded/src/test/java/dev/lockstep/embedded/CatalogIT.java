package dev.lockstep.embedded;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class CatalogIT extends DriverTest {
    @Test
    void listsIndexesAsTheyWereCreated() {
        orders.createIndex(Indexes.ascending("customerId"));
        orders.createIndex(
                Indexes.compoundIndex(Indexes.ascending("a"), Indexes.descending("b")),
                new IndexOptions().unique(true).sparse(true).name("ab"));
        orders.createIndex(
                Indexes.ascending("p"),
                new IndexOptions().partialFilterExpression(doc("{x: 1}")).hidden(true));
        orders.createIndex(
                Indexes.ascending("t"),
                new IndexOptions().collation(Collation.builder().locale("de").build()));
        List<Document> indexes = orders.listIndexes().into(new ArrayList<>());
        assertThat(indexes.stream().map(d -> d.getString("name")))
                .containsExactly("_id_", "customerId_1", "ab", "p_1", "t_1");
        assertThat(indexes.get(2)).containsEntry("unique", true).containsEntry("sparse", true);
        assertThat(indexes.get(2).get("key")).isEqualTo(doc("{a: 1, b: -1}"));
        assertThat(indexes.get(3))
                .containsEntry("hidden", true)
                .containsEntry("partialFilterExpression", doc("{x: 1}"));
        assertThat(indexes.get(4).get("collation", Document.class)).containsEntry("locale", "de");
        orders.createIndex(Indexes.ascending("customerId"));
        orders.dropIndex("ab");
        orders.dropIndex(doc("{customerId: 1}"));
        assertThat(orders.listIndexes().into(new ArrayList<>())).hasSize(3);
        orders.dropIndexes();
        assertThat(orders.listIndexes().into(new ArrayList<>())).hasSize(1);
        assertThatThrownBy(() -> orders.dropIndex("gone"))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(27));
        assertThat(db.getCollection("nothing").listIndexes().first()).isNull();
    }

    @Test
    void keepsASecondaryIndexInStepWithTheDocuments() {
        orders.insertMany(List.of(doc("{_id: 1, k: 'a', tags: ['x', 'y']}"), doc("{_id: 2, k: 'b'}")));
        orders.createIndex(Indexes.ascending("k"));
        orders.createIndex(Indexes.ascending("tags"));
        orders.createIndex(Indexes.ascending("deep.list.id"));
        orders.insertOne(doc("{_id: 3, k: 'a', deep: {list: [{id: 1}, {id: 2}]}}"));
        orders.updateOne(eq("_id", 2), set("k", "a"));
        orders.updateOne(eq("_id", 1), set("tags", List.of("z")));
        orders.deleteOne(eq("_id", 3));
        orders.replaceOne(
                eq("_id", 3),
                doc("{k: 'a', deep: {list: [{id: 2}]}}"),
                new com.mongodb.client.model.ReplaceOptions().upsert(true));
        assertThat(ids("{k: 'a'}")).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(ids("{k: 'b'}")).isEmpty();
        assertThat(ids("{tags: 'x'}")).isEmpty();
        assertThat(ids("{tags: {$in: ['z', 'q']}}")).containsExactly(1);
        assertThat(ids("{'deep.list.id': 2}")).containsExactly(3);
        assertThat(ids("{'deep.list.id': 1}")).isEmpty();
        assertThat(ids("{k: null}")).isEmpty();
        assertThat(ids("{k: {$gte: 'a'}}")).hasSize(3);
        assertThat(ids("{_id: 1.0, k: 'a'}")).containsExactly(1);
    }

    private List<Integer> ids(String filter) {
        return orders.find(doc(filter)).map(d -> d.getInteger("_id")).into(new ArrayList<>());
    }

    @Test
    void listsCollectionsWithTheirOptions() {
        db.runCommand(
                doc(
                        "{create: 'orders', validator: {$jsonSchema: {bsonType: 'object'}}, changeStreamPreAndPostImages: {enabled: true}}"));
        Document description = db.listCollections().first();
        assertThat(description.get("options", Document.class))
                .containsEntry("validator", doc("{$jsonSchema: {bsonType: 'object'}}"))
                .containsEntry("changeStreamPreAndPostImages", doc("{enabled: true}"));
        db.runCommand(doc("{collMod: 'orders', changeStreamPreAndPostImages: {enabled: false}}"));
        assertThat(db.listCollections().filter(doc("{name: 'orders'}")).first().get("options", Document.class))
                .containsEntry("changeStreamPreAndPostImages", doc("{enabled: false}"));
        assertThat(client.listDatabaseNames()).containsExactly("shop");
    }

    @Test
    void saysThatItIsAnImitation() {
        Document build = client.getDatabase("admin").runCommand(doc("{buildInfo: 1}"));
        assertThat(build).containsEntry("version", "7.0.0").containsEntry("imitation", "lockstep-embedded");
        assertThat(client.getDatabase("admin").runCommand(doc("{hello: 1}")))
                .containsEntry("imitation", "lockstep-embedded")
                .containsEntry("setName", "rs0");
        assertThat(client.getDatabase("admin")
                        .runCommand(doc("{connectionStatus: 1, showPrivileges: true}"))
                        .get("authInfo", Document.class))
                .containsEntry("authenticatedUserPrivileges", List.of());
        for (String command : List.of(
                "{serverStatus: 1}",
                "{replSetGetStatus: 1}",
                "{replSetGetConfig: 1}",
                "{getParameter: 1, featureCompatibilityVersion: 1}",
                "{ping: 1}")) {
            assertThat(client.getDatabase("admin").runCommand(doc(command))).containsEntry("ok", 1.0);
        }
        assertThat(db.runCommand(doc("{collStats: 'orders'}"))).containsEntry("count", 0);
        assertThat(db.runCommand(doc("{dbStats: 1}"))).containsEntry("objects", 0);
        assertThatThrownBy(() -> db.runCommand(doc("{shutdownEverything: 1}")))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(59));
    }

    @Test
    void aggregatesAndCounts() {
        for (int i = 0; i < 300; i++) {
            orders.insertOne(new Document("_id", i).append("c", i % 3).append("v", i));
        }
        db.getCollection("customers").insertMany(List.of(doc("{_id: 0, name: 'n0'}"), doc("{_id: 1, name: 'n1'}")));
        assertThat(orders.aggregate(List.of(
                                doc("{$match: {v: {$gte: 100}}}"),
                                doc("{$group: {_id: '$c', n: {$sum: 1}, max: {$max: '$v'}}}"),
                                doc("{$sort: {_id: 1}}"),
                                doc(
                                        "{$lookup: {from: 'customers', localField: '_id', foreignField: '_id', as: 'customer'}}"),
                                doc("{$project: {n: 1, max: 1, name: {$first: '$customer.name'}}}"),
                                doc("{$limit: 2}")))
                        .into(new ArrayList<>()))
                .containsExactly(
                        doc("{_id: 0, n: 66, max: 297, name: 'n0'}"), doc("{_id: 1, n: 67, max: 298, name: 'n1'}"));
        assertThat(orders.aggregate(List.of(doc("{$sample: {size: 10}}"))).into(new ArrayList<>()))
                .hasSize(10);
        assertThat(orders.countDocuments(eq("c", 1))).isEqualTo(100);
        assertThat(orders.estimatedDocumentCount()).isEqualTo(300);
        assertThat(orders.distinct("c", Integer.class).into(new ArrayList<>())).containsExactly(0, 1, 2);
        assertThat(orders.find().sort(doc("{_id: 1}")).batchSize(7).into(new ArrayList<>()))
                .hasSize(300);
        assertThat(orders.find(doc("{_id: {$gt: 250}}"))
                        .sort(doc("{_id: 1}"))
                        .limit(5)
                        .projection(doc("{v: 1}"))
                        .into(new ArrayList<>())
                        .get(0))
                .isEqualTo(doc("{_id: 251, v: 251}"));
        assertThat(orders.updateOne(eq("_id", 1), set("v", 1), new UpdateOptions().hint(doc("{_id: 1}")))
                        .getModifiedCount())
                .isZero();
    }
}
