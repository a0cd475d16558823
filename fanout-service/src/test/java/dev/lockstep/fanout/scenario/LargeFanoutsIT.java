package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.lockstep.fanout.FanoutServiceApplication;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sources with many times more copies than one call writes. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "lockstep.stores.shop.kind=mongodb",
            "lockstep.stores.shop.write-page=100"
        })
@DirtiesContext
class LargeFanoutsIT extends MongoScenario {
    private static final int COPIES = 3_000;

    private MongoCollection<Document> authors;
    private MongoCollection<Document> posts;

    private void register(String model) {
        authors = collection(model + "_authors");
        posts = collection(model + "_posts", "authorId");
        authors.insertMany(List.of(
                new Document("_id", "ann").append("name", "Ann"), new Document("_id", "bea").append("name", "Bea")));
        List<Document> some = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            some.add(new Document("_id", i).append("authorId", "ann").append("authorName", "Ann"));
        }
        some.add(new Document("_id", "b").append("authorId", "bea").append("authorName", "Bea"));
        posts.insertMany(some);
        register(model, model + "_authors", model + "_posts", "authorId", "authorName", "name", "");
    }

    private long named(String name) {
        return posts.countDocuments(Filters.eq("authorName", name));
    }

    private JsonNode tasks() {
        return new JsonMapper().readTree(get("/api/v1/tasks")).path("items");
    }

    private static String task(JsonNode task, String what) {
        return "/api/v1/tasks/" + task.path("id").asLong() + "/" + what;
    }

    /**
     * While one is paused, other sources go on, and a newer change is taken in; then all copies have the newest value.
     */
    @Test
    void isPausedTakesInANewerChangeAndEndsWithTheNewestValue() {
        register("large1");
        for (int i = 1; tasks().isEmpty(); i++) {
            set(authors, "ann", "name", "Ann " + i);
        }
        JsonNode task = tasks().get(0);
        post(task(task, "pause"), "{\"reason\": \"peak hours\"}", 200);

        set(authors, "bea", "name", "Bea 1");
        set(authors, "ann", "name", "Ann at last");
        eventually(() -> named("Bea 1") == 1);
        eventually(() -> named("Ann at last") > 0);
        assertThat(tasks()).hasSize(1);
        assertThat(tasks().get(0).path("state").asString()).isEqualTo("PAUSED");
        assertThat(named("Ann at last")).isLessThan(COPIES);
        assertThat(get("/api/v1/models/large1/status")).contains("\"tasksPaused\":1");

        post(task(task, "resume"), "", 200);

        eventually(() -> named("Ann at last") == COPIES);
        eventually(() -> tasks().isEmpty());
        assertThat(get("/api/v1/audit"))
                .contains("pause-task")
                .contains("peak hours")
                .contains("resume-task");
    }

    /** What a cancelled one leaves is said. */
    @Test
    void isCancelledAndLeavesAFinding() {
        register("large2");
        set(authors, "ann", "name", "Anna");
        for (int i = 1; tasks().isEmpty(); i++) {
            set(authors, "ann", "name", "Anna " + i);
        }
        JsonNode task = tasks().get(0);
        post(task(task, "pause"), "", 200);

        post(task(task, "cancel"), "{\"reason\": \"wrong name\"}", 204);

        assertThat(get("/api/v1/drift")).contains("A large fan-out was cancelled");
        assertThat(get("/api/v1/audit")).contains("cancel-task").contains("wrong name");
        post(task(task, "cancel"), "", 404);
    }

    /** P8, P4: nothing is written while all writes are paused, and nothing is lost. */
    @Test
    void pauseWritesStopsAllAndResumeBringsAllUpToDate() {
        register("large3");
        post("/api/v1/pause-writes", "{\"reason\": \"incident 7\"}", 200);
        set(authors, "ann", "name", "Anna");
        set(authors, "bea", "name", "Beata");
        eventually(() -> get("/api/v1/models/large3/status").contains("\"waitingKeys\":2"));

        assertThat(named("Anna") + named("Beata")).isZero();
        post("/api/v1/models/large3/fill", "", 409);
        post("/api/v1/models/large3/sources/bea/check", "", 409);
        assertThat(get("/api/v1/models/large3")).as("its own state").contains("\"ACTIVE\"");
        post("/api/v1/resume-writes", "", 200);

        eventually(() -> named("Anna") == COPIES && named("Beata") == 1);
        assertThat(get("/api/v1/audit"))
                .contains("pause-writes")
                .contains("incident 7")
                .contains("resume-writes");
    }
}
