package dev.lockstep.embedded;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.not;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;
import static com.mongodb.client.model.Updates.unset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.result.UpdateResult;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class WritesIT extends DriverTest {
    @Test
    void updatesManyByConditionsOnDottedPathsUnderAHint() {
        orders.createIndex(Indexes.ascending("customerId"));
        orders.insertMany(List.of(
                doc("{_id: 1, customerId: 7, name: 'a'}"),
                doc("{_id: 2, customerId: 7, name: 'b', _lockstep: {m: {orders: {s: '7', v: '1:5'}}}}"),
                doc("{_id: 3, customerId: 7, name: 'c', _lockstep: {m: {orders: {s: '7', v: '1:2'}}}}"),
                doc("{_id: 4, customerId: 7, name: 'd', _lockstep: {m: {orders: {s: '8', v: '1:9'}}}}"),
                doc("{_id: 5, customerId: 8, name: 'e'}")));
        UpdateResult result = orders.withWriteConcern(WriteConcern.MAJORITY)
                .updateMany(
                        and(
                                eq("customerId", 7),
                                or(ne("_lockstep.m.orders.s", "7"), not(gte("_lockstep.m.orders.v", "1:4")))),
                        combine(
                                set("customerName", "new"),
                                set("_lockstep.m.orders", doc("{s: '7', v: '1:4'}")),
                                unset("name")),
                        new UpdateOptions()
                                .hintString("customerId_1")
                                .collation(Collation.builder().locale("simple").build()));
        assertThat(result.getMatchedCount()).isEqualTo(3);
        assertThat(result.getModifiedCount()).isEqualTo(3);
        assertThat(orders.find(eq("_id", 3)).first())
                .isEqualTo(doc(
                        "{_id: 3, customerId: 7, _lockstep: {m: {orders: {s: '7', v: '1:4'}}}, customerName: 'new'}"));
        assertThat(orders.find(exists("customerName", false))
                        .map(d -> d.getInteger("_id"))
                        .into(new ArrayList<>()))
                .containsExactly(2, 5);
    }

    @Test
    void updatesElementsThatAnArrayFilterSelects() {
        orders.insertOne(
                doc("{_id: 1, items: [{sku: 'a', l: {s: 'a', v: '1'}}, {sku: 'b'}, {sku: 'a', l: {s: 'a', v: '9'}}]}"));
        UpdateResult result = orders.updateMany(
                eq("items.sku", "a"),
                combine(set("items.$[el].name", "x"), set("items.$[el].l.v", "5")),
                new UpdateOptions()
                        .arrayFilters(List.of(doc(
                                "{'el.sku': 'a', $or: [{'el.l.s': {$ne: 'a'}}, {'el.l.v': {$not: {$gte: '5'}}}]}"))));
        assertThat(result.getModifiedCount()).isEqualTo(1);
        assertThat(orders.find().first())
                .isEqualTo(
                        doc(
                                "{_id: 1, items: [{sku: 'a', l: {s: 'a', v: '5'}, name: 'x'}, {sku: 'b'}, {sku: 'a', l: {s: 'a', v: '9'}}]}"));
    }

    @Test
    void setsAndUnsetsBelowElementsThatPlainArrayFiltersSelect() {
        orders.insertOne(doc("{_id: 1, items: [{sku: 'a', n: 1, m: 2}, {sku: 'b', n: 1}], tags: [1, 5, 9]}"));
        orders.updateOne(
                eq("_id", 1),
                combine(set("items.$[e].deep.er", 1), unset("items.$[e].m"), set("tags.$[t]", 0)),
                new UpdateOptions().arrayFilters(List.of(doc("{'e.sku': 'a'}"), doc("{t: {$gte: 5}}"))));
        assertThat(orders.find().first())
                .isEqualTo(
                        doc("{_id: 1, items: [{sku: 'a', n: 1, deep: {er: 1}}, {sku: 'b', n: 1}], tags: [1, 0, 0]}"));
    }

    @Test
    void writesInBulkAndStopsAtTheFirstErrorWhenOrdered() {
        BulkWriteResult result = orders.bulkWrite(List.of(
                new InsertOneModel<>(doc("{_id: 1, k: 1}")),
                new InsertOneModel<>(doc("{_id: 2, k: 1}")),
                new UpdateManyModel<>(eq("k", 1), set("x", 1)),
                new UpdateOneModel<>(eq("_id", 3), set("x", 2), new UpdateOptions().upsert(true)),
                new DeleteOneModel<>(eq("_id", 1))));
        assertThat(result.getInsertedCount()).isEqualTo(2);
        assertThat(result.getModifiedCount()).isEqualTo(2);
        assertThat(result.getDeletedCount()).isEqualTo(1);
        assertThat(result.getUpserts()).hasSize(1);
        assertThatThrownBy(() -> orders.bulkWrite(
                        List.of(new InsertOneModel<>(doc("{_id: 2}")), new InsertOneModel<>(doc("{_id: 10}")))))
                .isInstanceOfSatisfying(MongoBulkWriteException.class, e -> {
                    assertThat(e.getWriteErrors().get(0).getCode()).isEqualTo(11000);
                    assertThat(e.getWriteResult().getInsertedCount()).isZero();
                });
        assertThatThrownBy(() -> orders.bulkWrite(
                        List.of(new InsertOneModel<>(doc("{_id: 2}")), new InsertOneModel<>(doc("{_id: 10}"))),
                        new BulkWriteOptions().ordered(false)))
                .isInstanceOfSatisfying(
                        MongoBulkWriteException.class,
                        e -> assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(1));
        assertThat(orders.countDocuments()).isEqualTo(3);
    }

    @Test
    void refusesAHintThatNamesNoIndexOrAHiddenOne() {
        orders.insertOne(doc("{_id: 1, a: 1}"));
        orders.createIndex(Indexes.ascending("h"), new IndexOptions().hidden(true));
        for (String hint : List.of("nope_1", "h_1")) {
            assertThatThrownBy(() -> orders.find().hintString(hint).first()).satisfies(WritesIT::isHintError);
            assertThatThrownBy(
                            () -> orders.aggregate(List.of()).hintString(hint).first())
                    .satisfies(WritesIT::isHintError);
            assertThatThrownBy(() -> orders.updateMany(eq("a", 1), set("b", 1), new UpdateOptions().hintString(hint)))
                    .satisfies(WritesIT::isHintError);
            assertThatThrownBy(() -> orders.deleteMany(
                            eq("a", 1), new com.mongodb.client.model.DeleteOptions().hintString(hint)))
                    .satisfies(WritesIT::isHintError);
            assertThatThrownBy(() -> orders.bulkWrite(List.of(
                            new UpdateManyModel<>(eq("a", 1), set("b", 1), new UpdateOptions().hintString(hint)))))
                    .satisfies(WritesIT::isHintError);
        }
        assertThatThrownBy(() -> orders.find().hint(doc("{nope: 1}")).first()).satisfies(WritesIT::isHintError);
        assertThat(orders.find().hint(doc("{_id: 1}")).first()).isNotNull();
        assertThat(orders.find().hintString("_id_").first()).isEqualTo(doc("{_id: 1, a: 1}"));
        db.runCommand(doc("{collMod: 'orders', index: {name: 'h_1', hidden: false}}"));
        assertThat(orders.find().hintString("h_1").first()).isNotNull();
        orders.dropIndex("h_1");
        assertThatThrownBy(() -> orders.find().hintString("h_1").first()).satisfies(WritesIT::isHintError);
    }

    private static void isHintError(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOf(MongoException.class)
                .hasMessageContaining("hint provided does not correspond to an existing index");
        int code = thrown instanceof MongoBulkWriteException bulk
                ? bulk.getWriteErrors().get(0).getCode()
                : ((MongoException) thrown).getCode();
        assertThat(code).isEqualTo(2);
    }

    @Test
    void findsAndModifies() {
        orders.insertMany(List.of(doc("{_id: 1, n: 1}"), doc("{_id: 2, n: 2}")));
        assertThat(orders.findOneAndUpdate(
                        gte("n", 1),
                        set("x.y", 1),
                        new FindOneAndUpdateOptions()
                                .sort(Sorts.descending("n"))
                                .returnDocument(ReturnDocument.AFTER)))
                .isEqualTo(doc("{_id: 2, n: 2, x: {y: 1}}"));
        assertThat(orders.findOneAndReplace(eq("_id", 1), doc("{n: 5}"))).isEqualTo(doc("{_id: 1, n: 1}"));
        assertThat(orders.findOneAndDelete(eq("n", 5))).isEqualTo(doc("{_id: 1, n: 5}"));
        assertThat(orders.findOneAndDelete(eq("n", 5))).isNull();
        assertThat(orders.findOneAndUpdate(
                        eq("_id", 9),
                        combine(set("a", 1), setOnInsert("b", 2)),
                        new FindOneAndUpdateOptions()
                                .upsert(true)
                                .projection(Projections.include("a"))
                                .returnDocument(ReturnDocument.AFTER)))
                .isEqualTo(doc("{_id: 9, a: 1}"));
        assertThat(orders.findOneAndUpdate(
                        eq("_id", 9),
                        List.of(doc("{$set: {c: {$add: ['$a', '$b']}}}")),
                        new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
                .isEqualTo(doc("{_id: 9, a: 1, b: 2, c: 3}"));
    }

    @Test
    void replacesAndUpserts() {
        assertThat(orders.replaceOne(eq("_id", 1), doc("{a: 1}"), new ReplaceOptions().upsert(true))
                        .getUpsertedId()
                        .asInt32()
                        .getValue())
                .isEqualTo(1);
        assertThat(orders.replaceOne(eq("_id", 1), doc("{'dotted.name': 1}")).getModifiedCount())
                .isEqualTo(1);
        assertThat(orders.find().first()).isEqualTo(doc("{_id: 1, 'dotted.name': 1}"));
        assertThat(orders.updateOne(eq("_id", 2), set("a", 1), new UpdateOptions().upsert(true))
                        .getUpsertedId())
                .isNotNull();
    }

    @Test
    void updatesByPipeline() {
        orders.insertMany(List.of(doc("{_id: 1, a: {b: '$x'}, s: 'S'}"), doc("{_id: 2, a: {b: 2}, s: 'T'}")));
        UpdateResult result = orders.updateMany(
                new Document(),
                List.of(
                        doc("{$set: {'a.c': {$concat: ['$s', '!']}, d: {$ifNull: ['$nope', '$a.b']}}}"),
                        doc("{$unset: 's'}")));
        assertThat(result.getModifiedCount()).isEqualTo(2);
        assertThat(orders.find().into(new ArrayList<>()))
                .containsExactly(
                        doc("{_id: 1, a: {b: '$x', c: 'S!'}, d: '$x'}"), doc("{_id: 2, a: {b: 2, c: 'T!'}, d: 2}"));
        orders.updateOne(eq("_id", 2), List.of(doc("{$replaceWith: {$mergeObjects: [{_id: '$_id', z: 1}, '$a']}}")));
        assertThat(orders.find(eq("_id", 2)).first()).isEqualTo(doc("{_id: 2, z: 1, b: 2, c: 'T!'}"));
        assertThat(orders.updateMany(new Document(), List.of(doc("{$set: {q: '$missing'}}")))
                        .getModifiedCount())
                .isZero();
    }

    @Test
    void keepsTypesExactly() {
        Document all = new Document("_id", new ObjectId())
                .append("dec", Decimal128.parse("1.10"))
                .append("date", new Date(1_700_000_000_123L))
                .append("bin", new Binary(new byte[] {1, 2, 3}))
                .append("uuid", new Binary((byte) 4, new byte[16]))
                .append("none", null)
                .append("i", 1)
                .append("l", 1L)
                .append("d", 1.0)
                .append("nested", new Document("list", List.of(1, 1L, 1.5, "x", new Document())));
        orders.insertOne(all);
        assertThat(orders.find(eq("_id", all.get("_id"))).first()).isEqualTo(all);
        assertThat(orders.updateOne(new Document(), set("i", 1L)).getModifiedCount())
                .isEqualTo(1);
        assertThat(orders.find().first().get("i")).isEqualTo(1L);
        assertThat(orders.countDocuments(doc("{none: {$exists: true}, missing: {$exists: false}}")))
                .isEqualTo(1);
    }

    @Test
    void enforcesUniqueIndexes() {
        orders.createIndex(
                Indexes.ascending("email"), new IndexOptions().unique(true).sparse(true));
        orders.createIndex(
                Indexes.ascending("code"),
                new IndexOptions().unique(true).partialFilterExpression(doc("{active: true}")));
        orders.insertMany(List.of(
                doc("{_id: 1, email: 'a', code: 1, active: true}"),
                doc("{_id: 2, code: 1, active: false}"),
                doc("{_id: 3, code: 1}")));
        assertThatThrownBy(() -> orders.insertOne(doc("{_id: 4, email: 'a'}")))
                .isInstanceOfSatisfying(
                        MongoWriteException.class, e -> assertThat(e.getCode()).isEqualTo(11000));
        assertThatThrownBy(() -> orders.updateOne(eq("_id", 2), set("active", true)))
                .isInstanceOfSatisfying(
                        MongoWriteException.class, e -> assertThat(e.getCode()).isEqualTo(11000));
        orders.deleteOne(eq("_id", 1));
        orders.updateOne(eq("_id", 2), set("active", true));
        orders.insertOne(doc("{_id: 4, email: 'a'}"));
    }

    @Test
    void refusesWhatItDoesNotImitate() {
        orders.insertOne(doc("{_id: 1}"));
        assertThatThrownBy(() -> orders.find()
                        .collation(Collation.builder().locale("de").build())
                        .first())
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(238));
    }
}
