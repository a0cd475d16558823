package dev.lockstep.state.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.DeadLetterStore.DeadLetter;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads at once, on an H2 file. */
class ConcurrencyIT {
    private static final int THREADS = 8;
    private static final ModelName MODEL = new ModelName("order-customer");
    private static final CopyName ORDERS = new CopyName("orders");
    private static final StoreName SHOP = new StoreName("shop");
    private static final Instant NOW = Instant.parse("2026-06-01T10:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);
    private JdbcStateStore state;

    @BeforeEach
    void open() {
        state = JdbcStateStore.open(settings());
    }

    StateSettings settings() {
        return StateSettings.file(directory);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        state.close();
    }

    /** Runs the work of all threads from one moment on. */
    private <T> List<T> together(IntFunction<Callable<T>> work) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Callable<T> mine = work.apply(i);
            running.add(threads.submit(() -> {
                barrier.await();
                return mine.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> one : running) {
            results.add(one.get());
        }
        return results;
    }

    @Test
    void losesNoWaitingKeyAndNoGeneration() throws Exception {
        List<WaitingKey> keys = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            keys.add(WaitingKey.of(MODEL, null, "k" + i, NOW));
        }
        together(thread -> () -> {
            List<WaitingKey> shuffled = new ArrayList<>(keys);
            Collections.shuffle(shuffled);
            for (int i = 0; i < 5; i++) {
                state.waitingKeys().add(shuffled);
            }
            return true;
        });

        assertThat(state.waitingKeys().page(MODEL, NOW, 0, 1_000))
                .hasSize(400)
                .allSatisfy(key -> assertThat(key.generation()).isEqualTo(THREADS * 5));
    }

    @Test
    void givesALeaseToExactlyOneOwner() throws Exception {
        long fence = 0;
        for (int round = 0; round < 20; round++) {
            List<Optional<Lease>> leases =
                    together(thread -> () -> state.leases().acquire("capture", "owner" + thread, MINUTE));
            List<Lease> held = leases.stream().flatMap(Optional::stream).toList();
            assertThat(held).hasSize(1);
            assertThat(held.get(0).fence()).isGreaterThan(fence);
            fence = held.get(0).fence();
            state.leases().release(held.get(0));
        }
    }

    @Test
    void neverSavesACheckpointOfAnOwnerWhoWasReplaced() throws Exception {
        together(thread -> () -> {
            for (int i = 0; i < 30; i++) {
                Optional<Lease> lease = state.leases().acquire("capture", "o" + thread + "-" + i, Duration.ZERO);
                lease.ifPresent(held -> assertThat(state.checkpoints()
                                .save(
                                        new Checkpoint(SHOP, "p", new ResumePoint("" + held.fence()), "rs", null, NOW),
                                        held))
                        .isFalse());
            }
            return true;
        });
        assertThat(state.checkpoints().all()).isEmpty();
    }

    @Test
    void acceptsOneRevisionOfSeveralAtOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            int expected = round;
            long accepted = together(thread -> () -> state.models()
                            .save(
                                    MODEL,
                                    expected,
                                    new Revision(0, "{}", "t" + thread, NOW, null, ""),
                                    true,
                                    ModelState.ACTIVE))
                    .stream()
                    .filter(Optional::isPresent)
                    .count();
            assertThat(accepted).isEqualTo(1);
        }
        assertThat(state.models().revisions(MODEL)).hasSize(10);
    }

    @Test
    void allocatesEveryEpochOnce() throws Exception {
        state.models().save(MODEL, 0, new Revision(0, "{}", "z", NOW, null, ""), true, ModelState.ACTIVE);

        List<Long> epochs = together(thread ->
                () -> state.models().raiseEpoch(MODEL, "thread " + thread).number());

        assertThat(epochs).doesNotHaveDuplicates();
    }

    @Test
    void countsEveryAttemptOfADeadLetter() throws Exception {
        together(thread -> () -> {
            for (int i = 0; i < 20; i++) {
                state.deadLetters().add(MODEL, ORDERS, "s", "c" + i % 4, "cause", NOW);
            }
            return true;
        });

        assertThat(state.deadLetters().list(Optional.empty(), 0, 100))
                .hasSize(4)
                .extracting(DeadLetter::attempts)
                .containsOnly(THREADS * 5);
    }

    @Test
    void opensOneGapOfSeveralAtOnce() throws Exception {
        List<Long> ids = together(thread ->
                () -> state.gaps().open(MODEL, SHOP, "p", null, "lost", NOW).id());

        assertThat(ids).containsOnly(ids.get(0));
    }
}
