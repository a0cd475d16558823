package dev.lockstep.state.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeadLetterStore.DeadLetter;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.FindingStore.OpenFindings;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.ModelStore.StoredModel;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateException;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each store keeps and answers, on an H2 file. */
class JdbcStateStoreIT {
    private static final Instant NOW = Instant.parse("2026-06-01T10:00:00.123456Z");
    private static final ModelName MODEL = new ModelName("order-customer");
    private static final ModelName OTHER = new ModelName("post-author");
    private static final CopyName ORDERS = new CopyName("orders");
    private static final StoreName SHOP = new StoreName("shop");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private JdbcStateStore state;

    @BeforeEach
    void open() {
        state = JdbcStateStore.open(settings(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** The same at each call. */
    StateSettings settings() {
        return StateSettings.file(directory);
    }

    @AfterEach
    void close() {
        state.close();
    }

    private static Revision revision(String definition) {
        return new Revision(0, definition, "zoe", NOW, "because", "+ model");
    }

    private StoredModel register() {
        return state.models()
                .save(MODEL, 0, revision("{}"), true, ModelState.UNVERIFIED)
                .orElseThrow();
    }

    @Test
    void keepsEveryRevisionOfAModel() {
        StoredModel first = register();
        Optional<StoredModel> second = state.models().save(MODEL, 1, revision("{\"a\":1}"), false, ModelState.ACTIVE);

        long epoch = NOW.getEpochSecond() - Epoch.ORIGIN;
        assertThat(first)
                .isEqualTo(new StoredModel(MODEL, 1, "{}", new Epoch(epoch), ModelState.UNVERIFIED, null, NOW));
        assertThat(second)
                .contains(new StoredModel(MODEL, 2, "{\"a\":1}", new Epoch(epoch), ModelState.ACTIVE, null, NOW));
        assertThat(state.models().all()).containsExactly(second.orElseThrow());
        assertThat(state.models().revisions(MODEL)).extracting(Revision::number).containsExactly(1, 2);
        assertThat(state.models().audits(0, 10))
                .extracting(AuditEntry::action, AuditEntry::subject, AuditEntry::detail)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("revise", "model order-customer", "revision 2: because"),
                        org.assertj.core.groups.Tuple.tuple("register", "model order-customer", "revision 1: because"));
    }

    @Test
    void refusesARevisionThatReplacesAnotherThanTheActiveOne() {
        register();

        assertThat(state.models().save(MODEL, 0, revision("{}"), true, ModelState.ACTIVE))
                .isEmpty();
        assertThat(state.models().save(MODEL, 2, revision("{}"), true, ModelState.ACTIVE))
                .isEmpty();
        assertThat(state.models().save(OTHER, 1, revision("{}"), true, ModelState.ACTIVE))
                .isEmpty();
        assertThat(state.models().revisions(MODEL)).hasSize(1);
    }

    @Test
    void goesOnCountingWhenADeletedModelIsRegisteredAgain() {
        Epoch before = register().epoch();

        assertThat(state.models().delete(MODEL, 7, "zoe", null)).isFalse();
        assertThat(state.models().delete(MODEL, 1, "zoe", "no longer used")).isTrue();
        assertThat(state.models().delete(MODEL, 1, "zoe", null)).isFalse();
        state.models().setState(MODEL, ModelState.ACTIVE, null);

        assertThat(state.models().all()).isEmpty();
        assertThat(state.models().find(MODEL).orElseThrow().state()).isEqualTo(ModelState.DELETED);
        StoredModel again = register();
        assertThat(again.revision()).isEqualTo(2);
        assertThat(again.epoch()).isGreaterThan(before);
    }

    @Test
    void raisesAnEpochEvenWhenTheClockStandsStill() {
        Epoch first = register().epoch();

        Epoch second = state.models().raiseEpoch(MODEL, "stream identity changed");

        assertThat(second.number()).isEqualTo(first.number() + 1);
        assertThat(state.models().find(MODEL).orElseThrow().epoch()).isEqualTo(second);
        assertThatThrownBy(() -> state.models().raiseEpoch(OTHER, "x"))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("not registered");
    }

    @Test
    void setsAStateWithItsReason() {
        register();
        state.models().setState(MODEL, ModelState.BROKEN, "index customerId_1 is gone");
        state.models().setState(OTHER, ModelState.BROKEN, "unknown models are ignored");

        assertThat(state.models().find(MODEL).orElseThrow().stateReason()).isEqualTo("index customerId_1 is gone");
        assertThat(state.models().find(OTHER)).isEmpty();
    }

    @Test
    void savesACheckpointOnlyUnderItsLease() {
        Checkpoint first = new Checkpoint(SHOP, "p0", new ResumePoint("a"), "rs1", null, NOW);
        Checkpoint second = new Checkpoint(SHOP, "p0", new ResumePoint("x".repeat(16_000)), "rs1", NOW, NOW);
        Lease lease = state.leases().acquire("capture/shop", "a", MINUTE).orElseThrow();

        assertThat(state.checkpoints().save(first, lease)).isTrue();
        assertThat(state.checkpoints().load(SHOP, "p0")).contains(first);
        assertThat(state.checkpoints().save(second, lease)).isTrue();
        assertThat(state.checkpoints().all()).containsExactly(second);

        state.leases().release(lease);
        assertThat(state.checkpoints().save(first, lease)).isFalse();
        Lease next = state.leases().acquire("capture/shop", "b", MINUTE).orElseThrow();
        assertThat(state.checkpoints().save(first, lease)).isFalse();
        assertThat(state.checkpoints().save(first, next)).isTrue();
        assertThat(state.checkpoints().load(SHOP, "p1")).isEmpty();
    }

    @Test
    void givesALeaseToOneOwnerAndAHigherFenceToTheNext() {
        Lease first = state.leases().acquire("l", "a", MINUTE).orElseThrow();

        assertThat(state.leases().acquire("l", "b", MINUTE)).isEmpty();
        assertThat(state.leases().acquire("l", "a", MINUTE)).contains(first);
        assertThat(state.leases().owner("l")).contains("a");
        assertThat(state.leases().renew(first, MINUTE)).isTrue();
        state.leases().release(first);
        assertThat(state.leases().owner("l")).isEmpty();
        assertThat(state.leases().renew(first, MINUTE)).isFalse();
        Lease second = state.leases().acquire("l", "b", MINUTE).orElseThrow();
        assertThat(second.fence()).isGreaterThan(first.fence());
        state.leases().release(first);
        assertThat(state.leases().owner("l")).contains("b");
    }

    @Test
    void letsAnExpiredLeaseBeTaken() {
        Lease first = state.leases().acquire("l", "a", Duration.ZERO).orElseThrow();

        assertThat(state.leases().owner("l")).isEmpty();
        assertThat(state.leases().renew(first, MINUTE)).isFalse();
        Lease second = state.leases().acquire("l", "b", MINUTE).orElseThrow();
        assertThat(second.fence()).isEqualTo(first.fence() + 1);
        assertThat(state.leases().renew(first, MINUTE)).isFalse();
    }

    @Test
    void countsAttemptsOfOneOpenDeadLetterPerCopy() {
        DeadLetterStore letters = state.deadLetters();
        letters.add(MODEL, ORDERS, "{\"c\":1}", "{\"_id\":1}", "first", NOW);
        letters.add(MODEL, ORDERS, "{\"c\":1}", "{\"_id\":1}", "second", NOW.plusSeconds(1));
        letters.add(OTHER, ORDERS, "{\"c\":1}", "{\"_id\":1}", "other", NOW);

        List<DeadLetter> open = letters.list(Optional.of(MODEL), 0, 10);
        DeadLetter letter = new DeadLetter(
                open.get(0).id(), MODEL, ORDERS, "{\"c\":1}", "{\"_id\":1}", "second", 2, NOW, NOW.plusSeconds(1));
        assertThat(open).containsExactly(letter);
        assertThat(letters.find(letter.id())).contains(letter);
        assertThat(letters.countOpen()).isEqualTo(Map.of("order-customer.orders", 1L, "post-author.orders", 1L));
        assertThat(letters.list(Optional.empty(), letter.id(), 10)).hasSize(1);
        assertThat(letters.close(letter.id(), "replayed", NOW)).isTrue();
        assertThat(letters.close(letter.id(), "replayed", NOW)).isFalse();
        assertThat(letters.find(letter.id())).isEmpty();
        letters.add(MODEL, ORDERS, "{\"c\":1}", "{\"_id\":1}", "again", NOW);
        assertThat(letters.list(Optional.of(MODEL), 0, 10))
                .extracting(DeadLetter::attempts)
                .containsExactly(1);
    }

    @Test
    void sumsUpTheDeadLettersOfASourceOverTheCap() {
        DeadLetterStore letters = state.deadLetters();
        for (int i = 0; i < DeadLetterStore.PER_SOURCE + 5; i++) {
            letters.add(MODEL, ORDERS, "s1", "copy" + i, "full", NOW);
        }
        letters.add(MODEL, ORDERS, "s2", "elsewhere", "full", NOW);

        List<DeadLetter> all = letters.list(Optional.of(MODEL), 0, 1000);
        assertThat(all).hasSize(DeadLetterStore.PER_SOURCE + 2);
        assertThat(all)
                .filteredOn(letter -> letter.copyKey().equals("*"))
                .singleElement()
                .satisfies(letter -> assertThat(letter.attempts()).isEqualTo(5));
        assertThat(letters.closeWritten(MODEL, ORDERS, "s1", NOW)).isEqualTo(DeadLetterStore.PER_SOURCE + 1);
        assertThat(letters.countOpen()).isEqualTo(Map.of("order-customer.orders", 1L));
    }

    @Test
    void opensOneGapPerModelAndPartition() {
        Gap gap = state.gaps().open(MODEL, SHOP, "p0", null, "never verified", NOW);

        assertThat(gap).isEqualTo(new Gap(gap.id(), MODEL, SHOP, "p0", null, "never verified", NOW, null, null));
        assertThat(state.gaps().open(MODEL, SHOP, "p0", NOW, "history lost", NOW))
                .isEqualTo(gap);
        Gap other = state.gaps().open(OTHER, SHOP, "p0", NOW, "history lost", NOW);
        assertThat(state.gaps().openOf(MODEL)).containsExactly(gap);
        state.gaps().close(gap.id(), NOW, "all clean");
        assertThat(state.gaps().list(true, 0, 10)).containsExactly(other);
        assertThat(state.gaps().list(false, other.id(), 10))
                .extracting(Gap::report)
                .containsExactly("all clean");
        assertThat(state.gaps().find(gap.id()).orElseThrow().closedAt()).isEqualTo(NOW);
        assertThat(state.gaps().open(MODEL, SHOP, "p0", null, "again", NOW).id())
                .isGreaterThan(other.id());
    }

    private static Finding finding(String kind, String copyKey, Instant first, Instant last) {
        return new Finding(0, MODEL, ORDERS, kind, copyKey, "s", "name", "\"a\"", "\"b\"", null, first, last);
    }

    @Test
    void mergesFindingsOfOneCopyAndKind() {
        state.findings().report(finding("stale", "c1", NOW, NOW));
        state.findings().report(finding("stale", "c1", NOW.plusSeconds(9), NOW.plusSeconds(9)));
        state.findings().report(finding("mismatched", "c1", NOW, NOW));
        state.findings().report(finding("stale", "c2", NOW.minusSeconds(5), NOW));

        List<Finding> open = state.findings().open(Optional.of(MODEL), 0, 10);
        assertThat(open).hasSize(3);
        assertThat(open.get(0).firstSeen()).isEqualTo(NOW);
        assertThat(open.get(0).lastSeen()).isEqualTo(NOW.plusSeconds(9));
        assertThat(state.findings().summary())
                .isEqualTo(Map.of("order-customer.orders", new OpenFindings(3, NOW.minusSeconds(5))));
        assertThat(state.findings().close(MODEL, ORDERS, "c1", "fixed", NOW)).isEqualTo(2);
        assertThat(state.findings().open(Optional.empty(), 0, 10))
                .extracting(Finding::copyKey)
                .containsExactly("c2");
    }

    @Test
    void keepsTheNewestMeasurement() {
        Measurement first = new Measurement(MODEL, ORDERS, 1000, 3, 0.001, 0.009, true, NOW, NOW);
        Measurement second = new Measurement(MODEL, ORDERS, 500, 0, 0, 0.007, false, null, NOW.plusSeconds(5));
        state.findings().measured(first);
        assertThat(state.findings().measurements()).containsExactly(first);
        state.findings().measured(second);
        state.findings().measured(first);

        assertThat(state.findings().measurements()).containsExactly(second);
    }

    @Test
    void mergesWaitingKeysAndKeepsTheirOldestTime() {
        WaitingKey source = WaitingKey.of(MODEL, null, "{\"c\":1}", NOW);
        WaitingKey later = WaitingKey.of(MODEL, null, "{\"c\":1}", NOW.plusSeconds(5));
        WaitingKey copy = WaitingKey.of(MODEL, ORDERS, "{\"c\":1}", NOW);
        state.waitingKeys().add(List.of(source, copy));
        List<WaitingKey> read = state.waitingKeys().page(MODEL, NOW, 0, 10);
        state.waitingKeys().add(List.of(later));

        assertThat(read).extracting(WaitingKey::copy).containsExactlyInAnyOrder(null, ORDERS);
        assertThat(state.waitingKeys().counts()).isEqualTo(Map.of(MODEL, 2L));
        state.waitingKeys().remove(read);
        List<WaitingKey> left = state.waitingKeys().page(MODEL, NOW, 0, 10);
        assertThat(left).singleElement().satisfies(key -> {
            assertThat(key.copy()).isNull();
            assertThat(key.generation()).isEqualTo(2);
            assertThat(key.oldestCommit()).isEqualTo(NOW);
        });
        state.waitingKeys().add(List.of(WaitingKey.of(MODEL, null, "{\"c\":1}", NOW.minusSeconds(5))));
        assertThat(state.waitingKeys().page(MODEL, NOW, 0, 10))
                .extracting(WaitingKey::oldestCommit)
                .containsExactly(NOW.minusSeconds(5));
        state.waitingKeys().remove(state.waitingKeys().page(MODEL, NOW, 0, 10));
        assertThat(state.waitingKeys().counts()).isEmpty();
    }

    @Test
    void pagesThroughThousandsOfWaitingKeys() {
        List<WaitingKey> keys = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            keys.add(WaitingKey.of(MODEL, null, "key" + i + "x".repeat(i % 7 == 0 ? 5_000 : 1), NOW));
        }
        state.waitingKeys().add(keys);
        state.waitingKeys().add(keys.subList(0, 500));

        List<WaitingKey> all = new ArrayList<>();
        List<WaitingKey> page = state.waitingKeys().page(MODEL, NOW, 0, 700);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = state.waitingKeys()
                    .page(MODEL, NOW, page.get(page.size() - 1).id(), 700);
        }
        assertThat(all).hasSize(3_000).filteredOn(key -> key.generation() == 2).hasSize(500);
    }

    @Test
    void keepsTheProgressOfARun() {
        Run run = state.runs().start(MODEL, "repair", NOW);
        Run done =
                new Run(run.id(), MODEL, "repair", "SUCCEEDED", 10, 3, 2, 1, "cursor", "{}", NOW, NOW.plusSeconds(9));
        assertThat(state.runs().find(run.id())).contains(run);
        state.runs().update(done);

        assertThat(state.runs().list(Optional.of(MODEL), 0, 10)).containsExactly(done);
        assertThat(state.runs().list(Optional.of(OTHER), 0, 10)).isEmpty();
        assertThat(state.runs().list(Optional.empty(), run.id(), 10)).isEmpty();
    }

    @Test
    void forgetsOnlyWhatIsOverForLongEnough() {
        register();
        state.findings().report(finding("stale", "open", NOW, NOW));
        state.findings().report(finding("stale", "closed", NOW, NOW));
        state.findings().close(MODEL, ORDERS, "closed", "fixed", NOW);
        state.deadLetters().add(MODEL, ORDERS, "s", "open", "cause", NOW);
        state.deadLetters().add(MODEL, ORDERS, "t", "closed", "cause", NOW);
        state.deadLetters().closeWritten(MODEL, ORDERS, "t", NOW);
        Run run = state.runs().start(MODEL, "repair", NOW);
        state.runs().start(MODEL, "repair", NOW);
        state.runs().update(new Run(run.id(), MODEL, "repair", "FAILED", 0, 0, 0, 0, null, null, NOW, NOW));

        assertThat(state.prune(NOW.plus(Duration.ofDays(30)))).isZero();
        assertThat(state.prune(NOW.plus(Duration.ofDays(31)))).isEqualTo(2);
        assertThat(state.prune(NOW.plus(Duration.ofDays(91)))).isEqualTo(1);
        assertThat(state.prune(NOW.plus(Duration.ofDays(731)))).isEqualTo(1);
        assertThat(state.prune(NOW.plus(Duration.ofDays(9_000)))).isZero();
        assertThat(state.findings().open(Optional.empty(), 0, 9)).hasSize(1);
        assertThat(state.deadLetters().countOpen()).hasSize(1);
        assertThat(state.models().revisions(MODEL)).hasSize(1);
    }

    @Test
    void keepsWhatItWasToldWhenOpenedAgain() {
        StoredModel model = register();
        state.close();
        open();

        assertThat(state.models().find(MODEL)).contains(model);
    }

    @Test
    void storesHostileTexts() {
        String hostile = "'; DROP TABLE lockstep_model; -- \u0000 \uD83D\uDE00 {{}} :name ?";
        state.deadLetters().add(MODEL, ORDERS, "k\u0001:x ?", "c", hostile.repeat(5_000), NOW);
        state.models().audit(new AuditEntry(0, NOW, "zoe", "try", hostile, null));

        assertThat(state.deadLetters().list(Optional.empty(), 0, 1))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.sourceKey()).isEqualTo("k\u0001:x ?");
                    assertThat(letter.cause()).startsWith("'; DROP TABLE").hasSizeLessThan(100_002);
                });
        assertThat(state.models().audits(0, 1).get(0).subject()).contains("\uD83D\uDE00");
    }

    @Test
    void answersInterruptedThreadsWithoutHarm() {
        Thread.currentThread().interrupt();
        register();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(state.models().find(MODEL)).isPresent();
    }
}
