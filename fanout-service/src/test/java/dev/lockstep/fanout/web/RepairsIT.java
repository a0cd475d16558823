package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.RunStore.Run;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repair runs over REST: asked for here, made by the repair job. */
class RepairsIT extends WebTest {
    private static final ModelName NAME = new ModelName("order-customer");
    private static final String REPAIR = "/api/v1/models/order-customer/repair";

    private @Nullable Lease scheduler;

    @BeforeEach
    void register() {
        assertThat(post("/api/v1/models", MODEL).status()).isEqualTo(201);
    }

    @AfterEach
    void endScheduler() {
        Lease held = scheduler;
        if (held != null) {
            state.leases().release(held);
        }
        newest().filter(run -> !run.status().equals("SUCCEEDED")).ifPresent(run -> end(run, "SUCCEEDED"));
    }

    private void aSchedulerIsThere() {
        scheduler = state.leases()
                .acquire(RunStore.SCHEDULER, "a repair job", Duration.ofMinutes(5))
                .orElseThrow();
    }

    private Optional<Run> newest() {
        return state.runs().list(Optional.of(NAME), 0, 50).stream()
                .filter(run -> run.kind().equals("repair"))
                .findFirst();
    }

    private void end(Run run, String status) {
        state.runs()
                .update(new Run(
                        run.id(),
                        run.model(),
                        run.kind(),
                        status,
                        9,
                        8,
                        0,
                        0,
                        null,
                        "{}",
                        run.startedAt(),
                        Instant.now()));
    }

    @Test
    void aRunIsAskedForOnce() {
        aSchedulerIsThere();

        Answer asked = post(REPAIR, "{\"reason\": \"after the incident\"}");

        assertThat(asked.status()).as(asked.body()).isEqualTo(202);
        Run run = newest().orElseThrow();
        assertThat(run.status()).isEqualTo("REQUESTED");
        assertThat(asked.header("Location")).isEqualTo("/api/v1/repair-runs/" + run.id());
        assertThat(get(asked.header("Location")).json().path("status").asString())
                .isEqualTo("REQUESTED");
        assertThat(post(REPAIR, "").json().path("run").asLong()).isEqualTo(run.id());
        assertThat(state.models().audits(0, 1).get(0).detail()).isEqualTo("after the incident");
    }

    @Test
    void nothingIsAskedForThatNobodyWouldTakeUp() {
        Optional<Run> before = newest();

        Answer asked = post(REPAIR, "");

        assertThat(asked.status()).isEqualTo(409);
        assertThat(asked.problem()).isEqualTo("no-repair-job");
        assertThat(asked.body()).contains("java -jar repair-job.jar repair --model order-customer");
        assertThat(newest()).isEqualTo(before);
    }

    @Test
    void aPausedModelIsNotRepaired() {
        aSchedulerIsThere();
        post("/api/v1/models/order-customer/pause", "");

        assertThat(post(REPAIR, "").problem()).isEqualTo("model-paused");
    }

    @Test
    void onlyARunThatAwaitsItIsConfirmed() {
        aSchedulerIsThere();
        post(REPAIR, "");
        Run run = newest().orElseThrow();
        String confirm = "/api/v1/repair-runs/" + run.id() + "/confirm";
        assertThat(post(confirm, "").problem()).isEqualTo("not-awaiting-confirmation");
        end(run, "AWAITING_CONFIRMATION");

        assertThat(post(confirm, "").status()).isEqualTo(202);
        assertThat(newest().orElseThrow().status()).isEqualTo("CONFIRMED");
        assertThat(post(confirm, "").status()).as("again").isEqualTo(202);

        assertThat(post("/api/v1/repair-runs/999999/confirm", "").status()).isEqualTo(404);
    }

    @Test
    void anOverdueRepairIsOutOfDateAndNotDown() {
        String planned =
                MODEL.replace("\"strategy\": \"stream\"", "\"strategy\": \"stream\", \"repair\": {\"full\": \"1h\"}");
        int revision = state.models().find(NAME).orElseThrow().revision();
        Answer changed = change(
                "PUT",
                "/api/v1/models/order-customer",
                planned,
                "If-Match",
                get("/api/v1/models/order-customer").header("ETag"));
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(state.models().find(NAME).orElseThrow().revision()).isGreaterThan(revision);
        assertThat(health("").json().path("status").asString()).isEqualTo("UP");

        verified(Instant.now().minus(Duration.ofHours(3)));
        assertThat(health("").json().path("status").asString()).isEqualTo("OUT_OF_DATE");
        assertThat(health("").status()).isEqualTo(200);
        assertThat(health("/liveness").json().path("status").asString()).isEqualTo("UP");

        verified(Instant.now().minus(Duration.ofMinutes(90)));
        assertThat(health("").json().path("status").asString()).isEqualTo("UP");
    }

    private void verified(Instant through) {
        state.findings()
                .measured(new Measurement(NAME, new CopyName("orders"), 10, 0, 0, 0, true, through, Instant.now()));
    }

    private Answer health(String group) {
        return send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/actuator/health" + group)));
    }
}
