package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.fanout.process.StateHistory.Saved;
import dev.lockstep.fanout.process.StateHistory.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two services, one of which waits; their state is on PostgreSQL, which notes what becomes of the lease. */
class PostgresTakeOverIT extends TakeOverIT {
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final String url = PostgresServer.database();
    private @Nullable StateHistory history;
    private @Nullable Instant killed;

    @Override
    List<String> state() {
        return List.of("--lockstep.state.url=" + url, "--lockstep.state.user=postgres");
    }

    @Override
    void kill(ServiceProcess first) {
        StateHistory begun = StateHistory.begin(url);
        history = begun;
        first.kill();
        killed = begun.now();
    }

    @Override
    void takenOver() {
        StateHistory noted = Objects.requireNonNull(history);
        eventually(() -> noted.checkpoints().stream()
                .anyMatch(saved -> !saved.at().isBefore(noted.turns().get(0).at())));
    }

    /** By the database's time alone: however slow the machine is, it says the same. */
    @Test
    @Override
    void theSecondServiceTakesOverWhenTheFirstIsKilledAndItsLeaseHasEnded() {
        super.theSecondServiceTakesOverWhenTheFirstIsKilledAndItsLeaseHasEnded();
        StateHistory noted = Objects.requireNonNull(history);
        assertThat(noted.turns()).singleElement().satisfies(turn -> {
            assertThat(turn.fence()).isEqualTo(turn.fenceBefore() + 1);
            assertThat(turn.at()).isAfterOrEqualTo(turn.expired());
            assertThat(turn.expired())
                    .isBeforeOrEqualTo(Objects.requireNonNull(killed).plus(LEASE));
        });
        Turn turn = noted.turns().get(0);
        assertThat(noted.checkpoints())
                .isNotEmpty()
                .allSatisfy(saved -> assertThat(saved.expiresAt()).isAfter(saved.at()));
        assertThat(noted.checkpoints().stream().filter(saved -> !saved.at().isBefore(turn.at())))
                .extracting(Saved::owner)
                .isNotEmpty()
                .containsOnly(turn.owner());
    }
}
