package dev.lockstep.embedded;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ChangeStreamsIT extends DriverTest {
    private static List<ChangeStreamDocument<Document>> take(
            MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int wanted) {
        List<ChangeStreamDocument<Document>> events = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (events.size() < wanted && System.nanoTime() < deadline) {
            ChangeStreamDocument<Document> event = cursor.tryNext();
            if (event != null) {
                events.add(event);
            }
        }
        assertThat(events).hasSize(wanted);
        return events;
    }

    private static List<String> kinds(List<ChangeStreamDocument<Document>> events) {
        return events.stream().map(ChangeStreamDocument::getOperationTypeString).toList();
    }

    @Test
    void tellsWhatHappenedToDocuments() {
        try (var cursor = orders.watch().cursor()) {
            orders.insertOne(doc("{_id: 1, a: {b: 1}, items: [{sku: 'x'}, {sku: 'y'}], gone: 1}"));
            orders.updateOne(
                    eq("_id", 1),
                    combine(
                            set("a.c", 2),
                            set("new.deep.er", 3),
                            set("items.0.sku", "z"),
                            unset("gone"),
                            push("tags", 1)));
            orders.updateOne(eq("_id", 1), set("a.c", 2));
            orders.updateOne(eq("_id", 1), set("a", doc("{b: 1, c: 7}")));
            orders.updateOne(eq("_id", 1), push("items", doc("{sku: 'n'}")));
            orders.replaceOne(eq("_id", 1), doc("{r: 1}"));
            orders.deleteOne(eq("_id", 1));
            List<ChangeStreamDocument<Document>> events = take(cursor, 6);
            assertThat(kinds(events)).containsExactly("insert", "update", "update", "update", "replace", "delete");
            assertThat(events.get(0).getFullDocument()).containsEntry("gone", 1);
            assertThat(events.get(1).getFullDocument()).isNull();
            assertThat(events.get(1).getUpdateDescription().getUpdatedFields())
                    .isEqualTo(BsonDocument.parse("{'a.c': 2, 'items.0.sku': 'z', new: {deep: {er: 3}}, tags: [1]}"));
            assertThat(events.get(1).getUpdateDescription().getRemovedFields()).containsExactly("gone");
            assertThat(events.get(1).getUpdateDescription().getTruncatedArrays())
                    .isEmpty();
            assertThat(events.get(2).getUpdateDescription().getUpdatedFields())
                    .isEqualTo(BsonDocument.parse("{a: {b: 1, c: 7}}"));
            assertThat(events.get(3).getUpdateDescription().getUpdatedFields())
                    .isEqualTo(BsonDocument.parse("{'items.2': {sku: 'n'}}"));
            assertThat(events.get(4).getFullDocument()).isEqualTo(doc("{_id: 1, r: 1}"));
            assertThat(events.get(5).getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 1}"));
            assertThat(events).allSatisfy(e -> {
                assertThat(e.getNamespace()).isEqualTo(new MongoNamespace("shop.orders"));
                assertThat(e.getWallTime()).isNotNull();
            });
            assertThat(events.stream().map(ChangeStreamDocument::getClusterTime))
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void describesPipelineUpdatesByDifference() {
        orders.insertOne(doc("{_id: 1, a: {b: 1, c: 1}, list: [1, 2, 3]}"));
        try (var cursor = orders.watch().cursor()) {
            orders.updateOne(eq("_id", 1), List.of(doc("{$set: {a: {$literal: {b: 1, c: 2}}, list: [9]}}")));
            var update = take(cursor, 1).get(0).getUpdateDescription();
            assertThat(update.getUpdatedFields()).isEqualTo(BsonDocument.parse("{'a.c': 2, 'list.0': 9}"));
            assertThat(update.getTruncatedArrays()).hasSize(1);
            assertThat(update.getTruncatedArrays().get(0).getNewSize()).isEqualTo(1);
        }
    }

    @Test
    void watchesDatabaseAndDeployment() {
        try (var ofDatabase = db.watch().cursor();
                var ofAll = client.watch().cursor()) {
            orders.insertOne(doc("{_id: 1}"));
            client.getDatabase("other").getCollection("x").insertOne(doc("{_id: 2}"));
            db.getCollection("more").insertOne(doc("{_id: 3}"));
            assertThat(take(ofDatabase, 2).stream().map(e -> e.getFullDocument().get("_id")))
                    .containsExactly(1, 3);
            assertThat(take(ofAll, 3).stream().map(e -> e.getFullDocument().get("_id")))
                    .containsExactly(1, 2, 3);
        }
    }

    @Test
    void resumesAfterATokenAndFromATime() {
        BsonDocument token;
        BsonTimestamp second;
        try (var cursor = orders.watch().cursor()) {
            orders.insertMany(List.of(doc("{_id: 1}"), doc("{_id: 2}"), doc("{_id: 3}")));
            List<ChangeStreamDocument<Document>> events = take(cursor, 3);
            token = events.get(0).getResumeToken();
            second = events.get(1).getClusterTime();
        }
        try (var resumed = orders.watch().resumeAfter(token).cursor();
                var started = orders.watch().startAfter(token).cursor();
                var timed = orders.watch().startAtOperationTime(second).cursor()) {
            assertThat(take(resumed, 2).get(0).getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 2}"));
            assertThat(take(started, 2).get(0).getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 2}"));
            assertThat(take(timed, 2).get(0).getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 2}"));
        }
    }

    @Test
    void movesThePostBatchTokenOverForeignChanges() {
        try (var cursor = orders.watch().maxAwaitTime(20, TimeUnit.MILLISECONDS).cursor()) {
            cursor.tryNext();
            BsonDocument before = cursor.getResumeToken();
            assertThat(before).isNotNull();
            db.getCollection("other").insertOne(doc("{_id: 1}"));
            cursor.tryNext();
            cursor.tryNext();
            BsonDocument after = cursor.getResumeToken();
            assertThat(after.getString("_data").getValue())
                    .isGreaterThan(before.getString("_data").getValue());
            orders.insertOne(doc("{_id: 2}"));
            try (var resumed = orders.watch().resumeAfter(after).cursor()) {
                assertThat(take(resumed, 1).get(0).getFullDocument()).isEqualTo(doc("{_id: 2}"));
            }
        }
    }

    @Test
    void givesTheEventsOfATransactionOneTimeAndTokensWithTheirIndex() {
        orders.insertOne(doc("{_id: 0}"));
        try (var cursor = orders.watch().cursor();
                ClientSession session = client.startSession()) {
            session.withTransaction(() -> {
                for (int i = 1; i <= 300; i++) {
                    orders.insertOne(session, new Document("_id", i));
                }
                return 0;
            });
            orders.insertOne(doc("{_id: 1000}"));
            List<ChangeStreamDocument<Document>> events = take(cursor, 301);
            BsonTimestamp time = events.get(0).getClusterTime();
            assertThat(events.subList(0, 300)).allSatisfy(e -> {
                assertThat(e.getClusterTime()).isEqualTo(time);
                assertThat(e.getTxnNumber()).isNotNull();
                assertThat(e.getLsid()).isNotNull();
            });
            assertThat(events.get(300).getClusterTime()).isGreaterThan(time);
            assertThat(events.get(300).getTxnNumber()).isNull();
            List<String> tokens = events.stream()
                    .map(e -> e.getResumeToken().getString("_data").getValue())
                    .toList();
            assertThat(tokens).isSorted().doesNotHaveDuplicates();
            assertThat(tokens.get(0).substring(2, 18)).isEqualTo(String.format("%016X", time.getValue()));
            for (int i : List.of(0, 1, 127, 128, 299)) {
                assertThat(ResumeToken.parse(new de.bwaldvogel.mongo.bson.Document("_data", tokens.get(i)))
                                .operationIndex())
                        .isEqualTo(i);
            }
            try (var resumed =
                    orders.watch().resumeAfter(events.get(150).getResumeToken()).cursor()) {
                assertThat(take(resumed, 150).get(0).getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 152}"));
            }
        }
    }

    @Test
    void showsDocumentsBeforeAndAfterWhereTheCollectionKeepsThem() {
        db.runCommand(doc("{create: 'orders', changeStreamPreAndPostImages: {enabled: true}}"));
        orders.insertOne(doc("{_id: 1, a: 1}"));
        try (var available = orders.watch()
                        .fullDocument(FullDocument.WHEN_AVAILABLE)
                        .fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE)
                        .cursor();
                var lookup =
                        orders.watch().fullDocument(FullDocument.UPDATE_LOOKUP).cursor()) {
            orders.updateOne(eq("_id", 1), set("a", 2));
            orders.updateOne(eq("_id", 1), set("a", 3));
            orders.deleteOne(eq("_id", 1));
            List<ChangeStreamDocument<Document>> events = take(available, 3);
            assertThat(events.get(0).getFullDocument()).isEqualTo(doc("{_id: 1, a: 2}"));
            assertThat(events.get(0).getFullDocumentBeforeChange()).isEqualTo(doc("{_id: 1, a: 1}"));
            assertThat(events.get(2).getFullDocumentBeforeChange()).isEqualTo(doc("{_id: 1, a: 3}"));
            assertThat(take(lookup, 3).get(0).getFullDocument()).isNull();
        }
    }

    @Test
    void failsWhenARequiredImageWasNotKept() {
        orders.insertOne(doc("{_id: 1, a: 1}"));
        try (var cursor = orders.watch().fullDocument(FullDocument.REQUIRED).cursor()) {
            orders.updateOne(eq("_id", 1), set("a", 2));
            assertThatThrownBy(cursor::next).isInstanceOf(MongoCommandException.class);
        }
    }

    @Test
    void endsWithAnInvalidateEventWhenTheCollectionIsDropped() {
        orders.insertOne(doc("{_id: 1}"));
        try (var cursor = orders.watch().cursor();
                var ofDatabase = db.watch().cursor()) {
            orders.drop();
            List<ChangeStreamDocument<Document>> events = take(cursor, 2);
            assertThat(kinds(events)).containsExactly("drop", "invalidate");
            BsonDocument invalidate = events.get(1).getResumeToken();
            assertThatThrownBy(() -> orders.watch().resumeAfter(invalidate).cursor())
                    .isInstanceOf(MongoCommandException.class);
            orders.insertOne(doc("{_id: 2}"));
            try (var again = orders.watch().startAfter(invalidate).cursor()) {
                assertThat(kinds(take(again, 1))).containsExactly("insert");
            }
            orders.renameCollection(new MongoNamespace("shop.renamed"));
            db.drop();
            assertThat(kinds(take(ofDatabase, 6)))
                    .containsExactly("drop", "insert", "rename", "drop", "dropDatabase", "invalidate");
        }
    }

    @Test
    void saysThatHistoryIsLost() {
        BsonDocument token;
        BsonTimestamp time;
        try (var cursor = orders.watch().cursor()) {
            orders.insertMany(List.of(doc("{_id: 1}"), doc("{_id: 2}")));
            ChangeStreamDocument<Document> first = take(cursor, 2).get(0);
            token = first.getResumeToken();
            time = first.getClusterTime();
        }
        server.forgetHistory();
        assertThatThrownBy(() -> orders.watch().resumeAfter(token).cursor())
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(286));
        assertThatThrownBy(() -> orders.watch().startAtOperationTime(time).cursor())
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(286));
        try (var fresh = orders.watch().cursor()) {
            orders.insertOne(doc("{_id: 3}"));
            assertThat(take(fresh, 1)).hasSize(1);
        }
    }

    @Test
    void refusesRubbishTokens() {
        for (String rubbish : List.of("xyz", "", "8200", "82ZZ", "00".repeat(20))) {
            assertThatThrownBy(() -> orders.watch()
                            .resumeAfter(new BsonDocument("_data", new BsonString(rubbish)))
                            .cursor())
                    .isInstanceOfSatisfying(
                            MongoCommandException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(260));
        }
    }

    @Test
    void filtersAndShapesEvents() {
        List<Document> pipeline = List.of(
                doc(
                        "{$match: {operationType: {$in: ['update', 'insert']}, $or: [{operationType: 'insert'}, {$expr: "
                                + "{$anyElementTrue: {$map: {input: {$filter: {input: {$objectToArray: '$updateDescription.updatedFields'}, as: 'f',"
                                + " cond: {$ne: ['$$f.k', 'noise']}}}, as: 'f', in: {$regexMatch: {input: '$$f.k', regex: '^name(\\\\.|$)'}}}}}}]}}"),
                doc("{$addFields: {seen: {$concat: ['op:', '$operationType']}}}"),
                doc("{$unset: 'wallTime'}"),
                doc("{$project: {_id: 1, operationType: 1, documentKey: 1, ns: 1, clusterTime: 1, seen: 1}}"));
        try (var cursor = orders.watch(pipeline, Document.class)
                .withDocumentClass(Document.class)
                .cursor()) {
            orders.insertOne(doc("{_id: 1, name: 'a', noise: 0}"));
            orders.updateOne(eq("_id", 1), set("noise", 1));
            orders.updateOne(eq("_id", 1), set("name", "b"));
            orders.updateOne(eq("_id", 1), set("name", doc("{first: 'x'}")));
            orders.updateOne(eq("_id", 1), set("name.first", "y"));
            List<Document> seen = new ArrayList<>();
            while (seen.size() < 4) {
                seen.add(cursor.next());
            }
            assertThat(seen.stream().map(d -> d.getString("seen")))
                    .containsExactly("op:insert", "op:update", "op:update", "op:update");
            assertThat(seen.get(1))
                    .containsOnlyKeys("_id", "operationType", "documentKey", "ns", "clusterTime", "seen");
        }
    }

    @Test
    void delivers20000EventsOfOneUpdateManyInSeconds() {
        List<Document> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(new Document("_id", i).append("customerId", 7).append("name", "a"));
        }
        orders.insertMany(many);
        orders.createIndex(doc("{customerId: 1}"));
        try (var cursor = orders.watch().batchSize(1_000).cursor()) {
            long start = System.nanoTime();
            assertThat(orders.updateMany(eq("customerId", 7), set("name", "b")).getModifiedCount())
                    .isEqualTo(20_000);
            take(cursor, 20_000);
            long read = System.nanoTime();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(read - start)).isLessThan(90);
        }
    }
}
