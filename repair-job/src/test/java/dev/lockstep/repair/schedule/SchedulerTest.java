package dev.lockstep.repair.schedule;

import static dev.lockstep.testkit.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.CommandLine;
import dev.lockstep.repair.load.Targets;
import dev.lockstep.repair.report.JobReport;
import dev.lockstep.repair.report.Progress;
import dev.lockstep.repair.run.RunParts;
import dev.lockstep.repair.run.Stop;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.store.Stores;
import dev.lockstep.testkit.memory.InMemoryConnectorFactory;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private static final ModelName REVIEWS = new ModelName("reviews-product");
    private static final StoreName SHOP = new StoreName("shop");
    private static final String DAILY = """
            {"lockstep":1,"model":"reviews-product",
             "source":{"store":"shop","collection":"products","key":{"sku":"_id"}},
             "copies":[{"name":"reviews","collection":"reviews","pointer":{"sku":"sku"},
               "find":{"by":"index","index":"sku_1"},
               "fields":{"productTitle":"title"},"strategy":"repair"%s}]}""";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final MemoryStore shop = new MemoryStore(SHOP, clock);
    private final List<JobReport> reports = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    @BeforeEach
    void aStaleReview() {
        shop.create("products").create("reviews", MemoryIndex.of("sku_1", "sku"));
        shop.insert("products", doc("_id", "p1", "title", "Lamp"));
        shop.insert("reviews", doc("_id", "r1", "sku", "p1", "productTitle", "Old lamp"));
    }

    private void register(String plan) {
        Revision revision = new Revision(1, DAILY.formatted(plan), "test", clock.instant(), null, "");
        assertThat(state.models().save(REVIEWS, 0, revision, true, ModelState.UNVERIFIED))
                .isPresent();
    }

    private static String every(String time) {
        return ",\"repair\":{\"full\":\"" + time + "\"}";
    }

    /** A scheduler as a new process has it. */
    private Scheduler deployed(String... options) {
        List<String> arguments = new ArrayList<>(List.of("schedule", "--grace", "0ms"));
        arguments.addAll(List.of(options));
        Command command =
                CommandLine.parse(arguments.toArray(String[]::new)).command().orElseThrow();
        Stores stores = new Stores(
                Map.of(SHOP, Map.of("kind", "memory")),
                List.of(new InMemoryConnectorFactory(Map.of(SHOP, shop), MemorySettings.plain())));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        Progress progress = new Progress(nowhere, false, clock);
        RunParts parts = new RunParts(command, stores, Optional.of(state), clock, new Stop(), progress);
        return new Scheduler(
                parts, state, () -> Targets.of(command, Set.of(SHOP), state::models), new Scheduler.Told() {
                    @Override
                    public void ended(JobReport report) {
                        reports.add(report);
                    }

                    @Override
                    public void trouble(String what) {
                        troubles.add(what);
                    }
                });
    }

    /** The process is gone, and so is its lease. */
    private void gone() {
        clock.advance(Duration.ofMinutes(2));
    }

    private void pass(Duration length) {
        clock.advance(length);
    }

    @Test
    void repairsAtOnceWhatWasNeverRepaired() {
        register(every("24h"));

        assertThat(deployed().look()).isOne();

        assertThat(reports)
                .singleElement()
                .satisfies(report -> assertThat(report.fixed()).isOne());
        assertThat(state.models().find(REVIEWS).orElseThrow().state()).isEqualTo(ModelState.ACTIVE);
    }

    @Test
    void aDailyRepairIsMadeDailyHoweverOftenTheProcessIsDeployed() {
        register(every("24h"));
        int runs = 0;
        for (int hour = 0; hour < 10 * 24; hour++) {
            runs += deployed().look();
            gone();
            pass(Duration.ofMinutes(58));
        }
        assertThat(runs).isEqualTo(10);
    }

    @Test
    void whatWasMissedIsCaughtUpOnce() {
        register(every("24h"));
        deployed().look();
        pass(Duration.ofDays(5));
        Scheduler back = deployed();

        assertThat(back.look()).isOne();
        assertThat(back.look()).isZero();
        pass(Duration.ofHours(23));
        assertThat(back.look()).isZero();
        pass(Duration.ofHours(1));
        assertThat(back.look()).isOne();
    }

    @Test
    void aModelWithoutAPlanIsRepairedWhenItIsAskedFor() {
        register("");
        Scheduler scheduler = deployed();
        assertThat(scheduler.look()).isZero();
        Run run = state.runs().start(REVIEWS, "repair", clock.instant());
        set(run, "REQUESTED");

        assertThat(scheduler.look()).isOne();

        assertThat(state.runs().find(run.id()).orElseThrow().status()).isEqualTo("SUCCEEDED");
        assertThat(scheduler.look()).isZero();
    }

    @Test
    void aRunThatIsConfirmedGoesOn() {
        for (int i = 0; i < 300; i++) {
            shop.insert("reviews", doc("_id", "x" + i, "sku", "p1", "productTitle", "Old lamp"));
        }
        register(every("24h"));
        Scheduler scheduler = deployed();
        scheduler.look();
        Run run = state.runs().list(Optional.of(REVIEWS), 0, 1).get(0);
        assertThat(run.status()).isEqualTo("AWAITING_CONFIRMATION");
        assertThat(scheduler.look()).isZero();

        set(run, "CONFIRMED");
        assertThat(scheduler.look()).isOne();

        Run ended = state.runs().find(run.id()).orElseThrow();
        assertThat(ended.status()).isEqualTo("SUCCEEDED");
        assertThat(ended.fixed()).isEqualTo(301);
    }

    private void set(Run run, String status) {
        state.runs()
                .update(new Run(
                        run.id(),
                        run.model(),
                        run.kind(),
                        status,
                        run.scanned(),
                        run.found(),
                        run.fixed(),
                        run.skipped(),
                        run.cursor(),
                        run.report(),
                        run.startedAt(),
                        null));
    }

    @Test
    void aNewGapOfAModelThatNoStreamFollowsIsRepaired() {
        register("");
        Scheduler scheduler = deployed();
        pass(Duration.ofMinutes(1));
        state.gaps().open(REVIEWS, SHOP, "*", null, "never verified", clock.instant());
        pass(Duration.ofMinutes(1));

        assertThat(scheduler.look()).isOne();

        assertThat(state.gaps().openOf(REVIEWS)).isEmpty();
        assertThat(scheduler.look()).isZero();
    }

    @Test
    void oneOfSeveralWorks() {
        register(every("1h"));
        Scheduler first = deployed();
        Scheduler second = deployed();

        assertThat(first.look()).isOne();
        pass(Duration.ofSeconds(30));
        first.look();
        pass(Duration.ofSeconds(50));
        assertThat(second.look()).isZero();
        assertThat(state.leases().owner("repair/scheduler")).isPresent();

        pass(Duration.ofHours(1));
        assertThat(second.look()).as("the first is gone").isOne();
        assertThat(first.look()).isZero();
    }

    @Test
    void restsInABlackoutWindow() {
        register(every("24h"));
        Scheduler scheduler = deployed("--blackout", "08:00-18:00");
        assertThat(scheduler.look()).isZero();
        pass(Duration.ofHours(6));
        assertThat(scheduler.look()).isOne();
    }

    @Test
    void tellsATroubleOnce() {
        Scheduler scheduler = deployed();
        scheduler.look();
        scheduler.look();
        assertThat(troubles).hasSize(1);
    }
}
