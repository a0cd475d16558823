package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.DeleteStore.PendingDelete;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelsIT extends WebTest {
    private static final String MODELS = "/api/v1/models";
    private static final String ONE = MODELS + "/order-customer";

    @Test
    void aPlanNamesTheAccessPathAndWritesNothing() {
        Answer plan = post("/api/v1/plans", MODEL);
        assertThat(plan.status()).as(plan.body()).isEqualTo(200);
        assertThat(plan.json().path("applies").asBoolean()).isTrue();
        assertThat(plan.json().path("copies").path(0).path("accessPath").asString())
                .contains("customerId_1");
        assertThat(plan.json()
                        .path("definition")
                        .path("copies")
                        .path(0)
                        .path("find")
                        .path("index")
                        .asString())
                .isEqualTo("customerId_1");
        assertThat(state.models().all()).isEmpty();
    }

    @Test
    void aModelIsRegisteredFilledAndShown() {
        Answer made = post(MODELS, MODEL);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo(ONE);
        assertThat(made.json().path("state").asString()).isEqualTo("FILLING");
        assertThat(made.json().path("fillRun").asString()).startsWith("/api/v1/repair-runs/");
        assertThat(pipeline.filled).containsExactly(new ModelName("order-customer"));
        assertThat(state.gaps().openOf(new ModelName("order-customer")))
                .anySatisfy(gap -> assertThat(gap.reason()).startsWith("never verified"));
        Answer shown = get(ONE);
        assertThat(shown.header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(shown.json().path("definition").path("model").asString()).isEqualTo("order-customer");
        assertThat(get(made.json().path("fillRun").asString())
                        .json()
                        .path("kind")
                        .asString())
                .isEqualTo("fill");
    }

    @Test
    void withoutAFillTheModelIsUnverified() {
        Answer made = post(MODELS + "?fill=false&reason=later", MODEL);
        assertThat(made.json().path("state").asString()).isEqualTo("UNVERIFIED");
        assertThat(pipeline.filled).isEmpty();
        assertThat(get(ONE + "/revisions")
                        .json()
                        .path("items")
                        .get(get(ONE + "/revisions").json().path("items").size() - 1)
                        .path("reason")
                        .asString())
                .isEqualTo("later");
    }

    @Test
    void copiesOfStrategyRepairAreLeftToTheRepairJob() {
        Answer made = post(MODELS, MODEL.replace("\"strategy\": \"stream\"", "\"strategy\": \"repair\""));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().path("state").asString()).isEqualTo("UNVERIFIED");
        assertThat(post(ONE + "/fill", "").problem()).isEqualTo("nothing-to-fill");
        assertThat(pipeline.filled).isEmpty();
    }

    @Test
    void registeringTwiceIsRefused() {
        post(MODELS, MODEL);
        assertThat(post(MODELS, MODEL).problem()).isEqualTo("model-exists");
        Answer again = change("PUT", ONE, MODEL, "If-None-Match", "*");
        assertThat(again.status()).isEqualTo(412);
    }

    @Test
    void putCreatesReplacesAndNoticesAnotherRevision() {
        assertThat(change("PUT", ONE, MODEL).status()).isEqualTo(428);
        Answer made = change("PUT", ONE, MODEL, "If-None-Match", "*");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String changed = MODEL.replace("\"customerName\": \"name\"", "\"customerName\": \"fullName\"");
        Answer replaced = change("PUT", ONE, changed, "If-Match", made.header("ETag"));
        assertThat(replaced.status()).as(replaced.body()).isEqualTo(200);
        assertThat(replaced.json().path("raisedEpoch").asBoolean()).isTrue();
        assertThat(replaced.json().path("changes").path(0).asString()).contains("customerName");
        assertThat(change("PUT", ONE, MODEL, "If-Match", made.header("ETag")).status())
                .isEqualTo(412);
    }

    @Test
    void theSameDefinitionMakesNoRevision() {
        Answer made = post(MODELS, MODEL);
        Answer again = change("PUT", ONE, MODEL, "If-Match", made.header("ETag"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("changed").asBoolean()).isFalse();
        assertThat(again.header("ETag")).isEqualTo(made.header("ETag"));
    }

    @Test
    void onlyWhatWasReviewedIsApplied() {
        String plan = post("/api/v1/plans", MODEL).json().path("planId").asString();
        String other = MODEL.replace("\"name\"}", "\"nick\"}");
        assertThat(post(MODELS + "?planId=" + plan, other).problem()).isEqualTo("plan-outdated");
        assertThat(post(MODELS + "?planId=" + plan, MODEL).status()).isEqualTo(201);
    }

    @Test
    void aDeletedModelIsGoneAndItsHistoryStays() {
        Answer made = post(MODELS, MODEL);
        assertThat(change("DELETE", ONE, "").status()).isEqualTo(428);
        assertThat(change("DELETE", ONE, "", "If-Match", made.header("ETag")).status())
                .isEqualTo(204);
        assertThat(get(ONE).status()).isEqualTo(404);
        assertThat(get(ONE + "/revisions").status()).isEqualTo(200);
        assertThat(get("/api/v1/audit")
                        .json()
                        .path("items")
                        .path(0)
                        .path("action")
                        .asString())
                .contains("delete");
        assertThat(post(MODELS, MODEL).status()).isEqualTo(201);
    }

    @Test
    void allProblemsComeAtOnceWithPlaceAndFix() {
        String wrong = MODEL.replace("\"strategy\": \"stream\"", "\"strategy\": \"sometimes\"")
                .replace("\"pointer\": {\"customerId\"", "\"pointer\": {\"customrId\"")
                .replace("\"store\": \"shop\"", "\"stroe\": \"shop\"");
        Answer refused = post(MODELS, wrong);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("model-invalid");
        assertThat(refused.json().path("violations").size()).isGreaterThanOrEqualTo(2);
        assertThat(refused.json().path("violations").path(0).path("path").asString())
                .isNotEmpty();
    }

    @Test
    void aMissingIndexIsNamedWithTheIndexToCreate() {
        Answer refused = post(MODELS, MODEL.replace("\"collection\": \"orders\"", "\"collection\": \"products\""));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("index-missing").contains("create the index by_customerId");
    }

    @Test
    void twoIndexesThatFitAreBothNamed() {
        Answer refused = post(MODELS, MODEL.replace("\"collection\": \"orders\"", "\"collection\": \"tickets\""));
        assertThat(refused.body()).contains("find-ambiguous").contains("a, b");
    }

    @Test
    void aStoreThatIsNotConfiguredIsNamed() {
        Answer refused = post(MODELS, MODEL.replace("\"store\": \"shop\"", "\"store\": \"attic\""));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("unknown-store").contains("attic");
    }

    @Test
    void pauseAndResumeAreIdempotentAndAudited() {
        post(MODELS, MODEL);
        state.models().setState(new ModelName("order-customer"), ModelState.ACTIVE, null);
        assertThat(post(ONE + "/pause", "{\"reason\": \"a migration\"}")
                        .json()
                        .path("state")
                        .asString())
                .isEqualTo("PAUSED");
        assertThat(post(ONE + "/pause", "").json().path("stateReason").asString())
                .contains("a migration");
        assertThat(post(ONE + "/fill", "").problem()).isEqualTo("model-paused");
        assertThat(post(ONE + "/resume", "").json().path("state").asString()).isNotEqualTo("PAUSED");
        assertThat(post(ONE + "/resume", "").status()).isEqualTo(200);
        assertThat(get("/api/v1/audit").body()).contains("a migration");
    }

    @Test
    void heldDeletesAreReleasedByAPerson() {
        post(MODELS, MODEL);
        ModelName model = new ModelName("order-customer");
        Version version = new Version(state.models().find(model).orElseThrow().epoch(), Position.ZERO);
        state.deletes()
                .add(List.of(new PendingDelete(
                        0,
                        model,
                        "{\"customerId\":\"a\"}",
                        version,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        DeleteStore.State.WAITING,
                        0)));
        state.deletes().hold(model);
        assertThat(get(ONE + "/status").json().path("deletesHeld").asInt()).isEqualTo(1);
        assertThat(post(ONE + "/release-deletes", "{\"reason\": \"they are meant\"}")
                        .json()
                        .path("released")
                        .asInt())
                .isEqualTo(1);
        assertThat(get(ONE + "/status").json().path("deletesHeld").asInt()).isZero();
        assertThat(get("/api/v1/audit").body()).contains("release-deletes").contains("they are meant");
        assertThat(post(MODELS + "/nobody/release-deletes", "").status()).isEqualTo(404);
        state.deletes().forget(model);
    }

    @Test
    void aRestoredStoreIsToldToItsModelsAndAudited() {
        post(MODELS, MODEL);
        Answer told = post("/api/v1/stores/shop/restored", "{\"reason\": \"yesterday's backup\"}");
        assertThat(told.status()).isEqualTo(202);
        assertThat(told.body()).contains("order-customer");
        assertThat(get("/api/v1/audit").body()).contains("store shop").contains("yesterday's backup");
        assertThat(post("/api/v1/stores/attic/restored", "").status()).isEqualTo(404);
    }

    @Test
    void listsArePaged() {
        post(MODELS, MODEL);
        post(
                MODELS,
                MODEL.replace("order-customer", "ticket-customer")
                        .replace("\"orders\"", "\"tickets\"")
                        .replace("\"fields\"", "\"find\": {\"by\": \"index\", \"index\": \"a\"}, \"fields\""));
        Answer first = get(MODELS + "?limit=1");
        assertThat(first.json().path("items").size()).isEqualTo(1);
        Answer second =
                get(MODELS + "?limit=1&cursor=" + first.json().path("next").asString());
        assertThat(second.json().path("items").path(0).path("model").asString()).isEqualTo("ticket-customer");
        assertThat(second.json().has("next")).isFalse();
    }
}
