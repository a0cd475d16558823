package dev.lockstep.fanout.demo;

import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.embedded.EmbeddedMongoOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The imitation of MongoDB with the sample shop. */
final class MongoDemoStore implements DemoStore {
    private @Nullable MongoDatabase shop;

    @Override
    public void start(int port) {
        EmbeddedMongo server = EmbeddedMongo.start(EmbeddedMongoOptions.defaults().withPort(port));
        MongoDatabase database = MongoClients.create(server.uri()).getDatabase("shop");
        new SampleData(database).load();
        shop = database;
    }

    @Override
    public String settings(int port) {
        return """
                      kind: mongodb
                      uri: mongodb://127.0.0.1:%d/?replicaSet=rs0
                      database: shop
                """.formatted(port);
    }

    @Override
    public Path models(Path examples) {
        return examples;
    }

    @Override
    public Runnable renames() {
        MongoDatabase database = shop;
        if (database == null) {
            throw new IllegalStateException("the store is started first");
        }
        return new Renames(database);
    }

    @Override
    public String hints(int port, Path config) {
        return """
                Store      mongodb://127.0.0.1:%d/shop  (an imitation of MongoDB; rename cust_42 in customers with any client)
                Try        java -jar repair-job/target/repair-job.jar check --model reviews-product --config %s
                """.formatted(port, config);
    }
}
