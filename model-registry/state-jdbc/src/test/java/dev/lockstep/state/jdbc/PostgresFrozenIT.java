package dev.lockstep.state.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.state.LeaseStore.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is frozen inside a transaction, on PostgreSQL. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PostgresFrozenIT {
    private static final String NAME = "capture/shop/p0";
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(5);

    private Database frozen;
    private JdbcStateStore first;
    private JdbcStateStore second;

    @BeforeEach
    void open() {
        StateSettings settings = PostgresServer.database();
        frozen = Opening.open(settings);
        first = JdbcStateStore.open(settings);
        second = JdbcStateStore.open(settings);
    }

    @AfterEach
    void close() {
        frozen.close();
        first.close();
        second.close();
    }

    @Test
    void holdsItsLeaseNoLongerThanTheLease() throws Exception {
        Lease lease = first.leases().acquire(NAME, "first", SHORT).orElseThrow();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch thawed = new CountDownLatch(1);
        List<Boolean> held = new ArrayList<>();
        CompletableFuture<Boolean> save = CompletableFuture.supplyAsync(() -> frozen.in("save a checkpoint", sql -> {
            boolean holds = JdbcLeaseStore.holds(sql, lease);
            held.add(holds);
            inside.countDown();
            await(thawed);
            return holds;
        }));
        await(inside);

        Lease next = takeOver();
        assertThat(next.owner()).isEqualTo("second");
        assertThat(next.fence()).isGreaterThan(lease.fence());

        thawed.countDown();
        assertThat(save.handle((saved, refused) -> refused == null && saved).get())
                .as("the frozen transaction's result; it saw its lease %s", held)
                .isFalse();
        assertThat(first.leases().renew(lease, LONG)).isFalse();
        assertThat(second.leases().renew(next, LONG)).isTrue();
    }

    /** As a service on standby does: again and again until it gets the lease. */
    private Lease takeOver() {
        while (true) {
            var taken = second.leases().acquire(NAME, "second", LONG);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
    }

    @Test
    void aConnectionKeepsItsLimitsAfterATransactionThatWasRolledBack() {
        assertThat(limits()).containsExactly("2s", "5s");
        try {
            frozen.in("fail", sql -> {
                throw new IllegalStateException("on purpose");
            });
        } catch (RuntimeException expected) {
            assertThat(expected).hasMessageContaining("on purpose");
        }
        assertThat(limits()).containsExactly("2s", "5s");
    }

    private List<String> limits() {
        return frozen.in(
                "read the limits",
                sql -> List.of(
                        sql.sql("SHOW idle_in_transaction_session_timeout")
                                .query(String.class)
                                .single(),
                        sql.sql("SHOW lock_timeout").query(String.class).single()));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(90, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
