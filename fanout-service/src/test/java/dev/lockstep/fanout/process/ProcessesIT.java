package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.embedded.EmbeddedMongoOptions;
import java.net.URI;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Services and stores that come and go, each a process of its own. */
class ProcessesIT extends ProcessWorld {
    @Test
    void aStoreThatIsDownAtTheStartIsWaitedFor() {
        int port;
        try (StoreProcess store = StoreProcess.start(directory)) {
            port = URI.create(store.uri()).getPort();
        }
        try (ServiceProcess service =
                service("service.log", "mongodb://127.0.0.1:" + port, "3s").awaitStart()) {
            eventually(() -> service.get("/api/v1/stores").body().contains("\"connection\":\"UNREACHABLE\""));
            try (StoreProcess store = StoreProcess.onPort(directory, port);
                    MongoClient client = MongoClients.create(store.uri())) {
                MongoCollection<Document> orders = load(client);
                service.awaitReading();
                rename(client, "now it is up");
                eventually(() -> allHold(orders, "now it is up"));
            }
        }
    }

    @Test
    void aStoreThatComesBackAsAnotherOneIsAGapThatIsClosed() {
        try (StoreProcess before = StoreProcess.start(directory);
                ServiceProcess service = service("service.log", before.uri(), "3s")) {
            int port = URI.create(before.uri()).getPort();
            try (MongoClient client = MongoClients.create(before.uri())) {
                MongoCollection<Document> orders = load(client);
                service.awaitReading();
                rename(client, "before");
                eventually(() -> allHold(orders, "before"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
            }
            before.kill();
            try (StoreProcess after = StoreProcess.onPort(directory, port);
                    MongoClient client = MongoClients.create(after.uri())) {
                MongoCollection<Document> orders = load(client);
                eventually(() -> service.get("/api/v1/gaps").body().contains("the stream is another one")
                        || service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                rename(client, "after");
                eventually(() -> allHold(orders, "after"));
            }
        }
    }

    /** The store lives in the test's process, which alone can make it forget. */
    @Test
    void s20OffForLongerThanTheHistoryIsAGapThatIsClosed() {
        try (EmbeddedMongo store = EmbeddedMongo.start(EmbeddedMongoOptions.defaults());
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            try (ServiceProcess service =
                    service("service.log", store.uri(), "3s").awaitReading()) {
                rename(client, "before");
                eventually(() -> allHold(orders, "before"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                assertThat(service.terminate()).isEqualTo(143);
            }
            rename(client, "while it was off");
            store.forgetHistory();
            orders.updateOne(Filters.eq("_id", 1), Updates.set("total", 1));
            assertThat(allHold(orders, "before")).isTrue();
            try (ServiceProcess service =
                    service("service.log", store.uri(), "3s").awaitStart()) {
                eventually(() -> allHold(orders, "while it was off"));
                eventually(() -> service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                rename(client, "after");
                eventually(() -> allHold(orders, "after"));
            }
        }
    }
}
