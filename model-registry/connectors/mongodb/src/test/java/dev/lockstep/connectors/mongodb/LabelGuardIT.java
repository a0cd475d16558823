package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The guard as the server evaluates it, against the reference in the core. */
class LabelGuardIT {
    private static final FieldPath LABEL = FieldPath.of("_lockstep", "order-customer", "orders");
    private static final SourceKey KEY = SourceKey.of(Map.of("customerId", new Value.Text("c1")));
    private static final Version VERSION = new Version(new Epoch(7), new Position("000000000000000500000000"));
    private static EmbeddedMongo server;
    private static MongoClient client;

    @BeforeAll
    static void start() {
        server = EmbeddedMongo.start();
        client = MongoClients.create(server.uri());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void agreesWithTheReferenceForEveryStoredLabel() {
        List<BsonDocument> records = records();
        MongoCollection<BsonDocument> collection =
                client.getDatabase("guard").getCollection("copies", BsonDocument.class);
        collection.drop();
        collection.insertMany(records);

        Set<Integer> replaced = new LinkedHashSet<>();
        collection
                .find(new BsonDocument("$nor", LabelGuard.nor("", LABEL, KEY, VERSION)))
                .forEach(found -> replaced.add(found.getInt32("_id").getValue()));

        for (BsonDocument record : records) {
            Value stored = BsonMapping.toDoc(record).get(LABEL);
            assertThat(replaced.contains(record.getInt32("_id").getValue()))
                    .as(record.toJson())
                    .isEqualTo(Label.mayBeReplaced(stored, KEY, VERSION));
        }
    }

    private static List<BsonDocument> records() {
        String key = KEY.labelText().replace("\"", "\\\"");
        List<String> versions = List.of(
                "'1:0000000007:000000000000000500000000'",
                "'1:0000000007:000000000000000500000001'",
                "'1:0000000007:000000000000000400000000'",
                "'1:0000000006:ffffffffffffffffffffffff'",
                "'1:0000000008:0'",
                "'2:anything'",
                "'10:anything'",
                "'1:'",
                "'0:x'",
                "'x'",
                "''",
                "'9:a\\nb'",
                "'9:a\\n'",
                "'9:a\\u2028'",
                "null",
                "5",
                "{a: 1}",
                "['2:anything']");
        List<String> sources = List.of("\"" + key + "\"", "'other'", "''", "null", "7", "[\"" + key + "\"]");
        List<String> labels =
                new ArrayList<>(List.of("null", "1", "'text'", "[]", "{}", "{s: \"" + key + "\"}", "{v: '2:x'}"));
        for (String source : sources) {
            for (String version : versions) {
                String label = "{s: " + source + ", v: " + version + "}";
                labels.add(label);
                labels.add("{s: " + source + ", v: " + version + ", n: 'nonce'}");
                labels.add("[" + label + "]");
            }
        }
        Stream<String> parents = Stream.of(
                "{}",
                "{_lockstep: null}",
                "{_lockstep: 'x'}",
                "{_lockstep: [{'order-customer': {orders: {s: \"" + key + "\", v: '2:x'}}}]}",
                "{_lockstep: {'order-customer': [{orders: {s: \"" + key + "\", v: '2:x'}}]}}",
                "{_lockstep: {'order-customer': {other: {s: \"" + key + "\", v: '2:x'}}}}");
        List<BsonDocument> records = new ArrayList<>();
        Stream.concat(parents, labels.stream().map(label -> "{_lockstep: {'order-customer': {orders: " + label + "}}}"))
                .forEach(text -> records.add(BsonDocument.parse(text).append("_id", new BsonInt32(records.size()))));
        return records;
    }
}
