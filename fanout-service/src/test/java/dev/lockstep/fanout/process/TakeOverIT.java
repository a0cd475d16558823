package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Two services, one of which waits; their state is an H2 file. */
class TakeOverIT extends ProcessWorld {
    @Test
    void theSecondServiceWaitsAndTakesOverAtOnceWhenTheFirstEnds() {
        try (StoreProcess store = StoreProcess.start(directory);
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            // a lease as long as the test: only one that is given back can be taken over
            try (ServiceProcess first = service("first.log", store.uri(), "10m").awaitReading();
                    ServiceProcess second =
                            service("second.log", store.uri(), "10m").awaitStart()) {
                eventually(() -> second.get("/api/v1/stores").body().contains("STANDBY"));
                rename(client, "by the first");
                eventually(() -> allHold(orders, "by the first"));
                assertThat(first.terminate()).isEqualTo(143);
                second.awaitReading();
                rename(client, "by the second");
                eventually(() -> allHold(orders, "by the second"));
                assertThat(second.get("/api/v1/gaps?open=true").body()).contains("\"items\":[]");
            }
        }
    }

    @Test
    void theSecondServiceTakesOverWhenTheFirstIsKilledAndItsLeaseHasEnded() {
        try (StoreProcess store = StoreProcess.start(directory);
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            try (ServiceProcess first = service("first.log", store.uri(), "3s").awaitReading();
                    ServiceProcess second =
                            service("second.log", store.uri(), "3s").awaitStart()) {
                eventually(() -> second.get("/api/v1/stores").body().contains("STANDBY"));
                kill(first);
                rename(client, "after the kill");
                eventually(() -> allHold(orders, "after the kill"));
                takenOver();
            }
        }
    }

    void kill(ServiceProcess first) {
        first.kill();
    }

    /** The second has written what came after the kill. */
    void takenOver() {}
}
