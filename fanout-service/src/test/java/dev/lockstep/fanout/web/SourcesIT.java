package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourcesIT extends WebTest {
    private static final ModelName MODEL_NAME = new ModelName("order-customer");
    private static final String SOURCE = "/api/v1/models/order-customer/sources/cust_42";

    @BeforeEach
    void register() {
        post("/api/v1/models", MODEL);
    }

    @Test
    void oneSourceIsShownWithItsCopies() {
        Answer shown = get(SOURCE);
        assertThat(shown.status()).as(shown.body()).isEqualTo(200);
        assertThat(shown.json().path("source").path("n").asString()).isEqualTo("1152921504606846976");
        assertThat(shown.json().path("sourceState").asString()).isEqualTo("present");
        assertThat(shown.json().path("copies").path(0).path("outcome").asString())
                .isEqualTo("equal");
        assertThat(shown.json().path("copies").path(0).path("current").asBoolean())
                .isTrue();
    }

    @Test
    void freshWaitsUntilTheCopiesAgree() {
        pipeline.current = false;
        pipeline.currentAfterLooks = 3;
        assertThat(get(SOURCE + "?fresh=5s").status()).isEqualTo(200);
        pipeline.currentAfterLooks = 0;
        assertThat(get(SOURCE + "?fresh=10ms").status()).isEqualTo(202);
        assertThat(get(SOURCE + "?fresh=forever").status()).isEqualTo(400);
        assertThat(get(SOURCE + "?fresh=1h").status()).isEqualTo(400);
    }

    @Test
    void sensitiveValuesAreMasked() {
        post(
                "/api/v1/models",
                MODEL.replace("order-customer", "secret-customer")
                        .replace(
                                "customerName\": \"name\"}",
                                "secretName\": \"name\"}, \"sensitive\": [\"secretName\"]"));
        Answer shown = get("/api/v1/models/secret-customer/sources/cust_42");
        assertThat(shown.json().path("source").path("name").asString())
                .as(shown.body())
                .isEqualTo("•••");
    }

    @Test
    void aCheckSaysWhatItDid() {
        Answer checked = post(SOURCE + "/check", "");
        assertThat(checked.json().path("outcomes").path("fixed").asInt()).isEqualTo(1);
    }

    @Test
    void aPurgedDeadLetterLeavesAFindingAndAnAuditEntry() {
        state.deadLetters().add(MODEL_NAME, new CopyName("orders"), "{}", "{\"_id\":9}", "too large", Instant.EPOCH);
        long id = state.deadLetters().list(Optional.of(MODEL_NAME), 0, 1).get(0).id();
        assertThat(get("/api/v1/dead-letters").body()).contains("too large");
        assertThat(change("DELETE", "/api/v1/dead-letters/" + id + "?reason=known", "")
                        .status())
                .isEqualTo(204);
        assertThat(get("/api/v1/drift").body()).contains("A dead letter was purged: too large");
        assertThat(get("/api/v1/audit").body()).contains("known");
        assertThat(change("DELETE", "/api/v1/dead-letters/" + id, "").status()).isEqualTo(404);
    }

    @Test
    void aDeadLetterIsReplayed() {
        state.deadLetters().add(MODEL_NAME, new CopyName("orders"), "{}", "{\"_id\":8}", "too large", Instant.EPOCH);
        long id = state.deadLetters().list(Optional.of(MODEL_NAME), 0, 1).get(0).id();
        assertThat(post("/api/v1/dead-letters/" + id + "/replay", "")
                        .json()
                        .path("outcomes")
                        .path("fixed")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void fieldsComeInThreeForms() {
        assertThat(get("/api/v1/fields")
                        .json()
                        .path("items")
                        .path(0)
                        .path("copyField")
                        .asString())
                .isEqualTo("customerName");
        assertThat(get("/api/v1/fields?format=markdown").body()).contains("| customerName |");
        assertThat(get("/api/v1/fields?format=csv").body()).contains("\"customerName\"");
        assertThat(get("/api/v1/fields?format=pdf").status()).isEqualTo(400);
    }

    @Test
    void statusGapsStoresAndOverviewAnswer() {
        assertThat(get("/api/v1/models/order-customer/status")
                        .json()
                        .path("captureLagMs")
                        .asInt())
                .isEqualTo(250);
        assertThat(get("/api/v1/gaps?open=true").body()).contains("never verified");
        assertThat(get("/api/v1/stores")
                        .json()
                        .path("items")
                        .path(0)
                        .path("store")
                        .asString())
                .isEqualTo("shop");
        assertThat(get("/api/v1/overview")
                        .json()
                        .path("models")
                        .path(0)
                        .path("model")
                        .asString())
                .isEqualTo("order-customer");
    }
}
