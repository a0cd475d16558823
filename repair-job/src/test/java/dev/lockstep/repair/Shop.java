package dev.lockstep.repair;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.jdbc.JdbcStateStore;
import dev.lockstep.state.jdbc.StateSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** A server, a state store and a configuration file; and the job, run in this process. */
final class Shop implements AutoCloseable {
    /** What a run came to. */
    record Ran(int exitCode, String out, String err) {}

    static final String ORDER_CUSTOMER = """
            {"lockstep":1,"model":"order-customer",
             "source":{"store":"shop","collection":"customers","key":{"customerId":"_id"}},
             "copies":[{"name":"orders","collection":"orders","pointer":{"customerId":"customerId"},
               "find":{"by":"index","index":"customerId_1"},
               "fields":{"customerName":"name","customerTier":"profile.tier"},
               "sensitive":["customerTier"],"strategy":"stream"}]}""";

    static final String REVIEWS_PRODUCT = """
            {"lockstep":1,"model":"reviews-product",
             "source":{"store":"shop","collection":"products","key":{"sku":"_id"}},
             "copies":[{"name":"reviews","collection":"reviews","pointer":{"sku":"sku"},
               "find":{"by":"index","index":"sku_1"},
               "fields":{"productTitle":"title"},"strategy":"repair"}]}""";

    final Path folder;
    final Path config;
    private final EmbeddedMongo server = EmbeddedMongo.start();
    private final MongoClient client = MongoClients.create(server.uri());
    private final JdbcStateStore state;

    Shop(Path folder) throws IOException {
        this.folder = folder;
        this.config =
                Files.writeString(folder.resolve("lockstep.yml"), """
                lockstep:
                  state:
                    directory: %s
                  stores:
                    shop:
                      kind: mongodb
                      uri: %s
                      database: shop
                """.formatted(folder.resolve("state"), server.uri()));
        this.state = JdbcStateStore.open(StateSettings.file(folder.resolve("state")));
        collection("orders").createIndex(Indexes.ascending("customerId"));
        collection("reviews").createIndex(Indexes.ascending("sku"));
    }

    JdbcStateStore state() {
        return state;
    }

    String uri() {
        return server.uri();
    }

    MongoDatabase database() {
        return client.getDatabase("shop");
    }

    MongoCollection<BsonDocument> collection(String name) {
        return database().getCollection(name, BsonDocument.class);
    }

    void insert(String collection, String json) {
        collection(collection).insertOne(BsonDocument.parse(json));
    }

    /** Registers a model as the service does; returns its epoch. */
    Epoch register(String definition) {
        ModelName name =
                new ModelName(BsonDocument.parse(definition).getString("model").getValue());
        Revision revision = new Revision(1, definition, "test", Instant.now(), null, "");
        return state.models()
                .save(name, 0, revision, true, ModelState.UNVERIFIED)
                .orElseThrow()
                .epoch();
    }

    /** All records as the bytes that the server holds, by key. */
    Map<String, RawBsonDocument> bytes(String collection) {
        Map<String, RawBsonDocument> records = new TreeMap<>();
        database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .forEach(record -> records.put(record.get("_id").toString(), record));
        return records;
    }

    /** Runs the job in this process. */
    Ran job(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                new RepairJob(print(out), print(err)).run(withConfig(arguments)).number();
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private String[] withConfig(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--config", config.toString(), "--grace", "50ms"));
        return all.toArray(new String[0]);
    }

    /**
     * Runs the job in a process of its own, with exactly these arguments: the jar, or its classes before it is built.
     */
    Ran process(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        try {
            int code = process.waitFor();
            return new Ran(
                    code, Files.readString(folder.resolve("out.txt")), Files.readString(folder.resolve("err.txt")));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts such a process, and does not wait for it. */
    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogging.config=classpath:logback-spring.xml"));
        Path jar = Path.of("target", "repair-job.jar").toAbsolutePath();
        command.addAll(
                Files.exists(jar)
                        ? List.of("-jar", jar.toString())
                        : List.of("-cp", System.getProperty("java.class.path"), RepairJob.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    @Override
    public void close() {
        state.close();
        client.close();
        server.close();
    }
}
