package dev.lockstep.fanout.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
    private static final RuntimeException CAUSE = new IllegalStateException("too large");

    private final ManualClock clock = new ManualClock();
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final DeadLetters letters = new DeadLetters(state.deadLetters(), Signals.none(), clock);
    private final CopyDefinition orders =
            Models.orderCustomer().definitions().iterator().next();
    private final SourceKey ann = Models.key("customerId", "ann");

    private int open() {
        return state.deadLetters().list(Optional.empty(), 0, 100).size();
    }

    @Test
    void aWriteClosesTheLettersThatWereThereWhenItBegan() {
        letters.add(orders, ann, "o1", CAUSE);
        letters.written(orders, ann, letters.newest());
        assertThat(open()).isZero();
    }

    @Test
    void aWriteLeavesALetterThatCameWhileItRan() {
        letters.add(orders, ann, "o1", CAUSE);
        long since = letters.newest();
        letters.add(orders, ann, "o2", CAUSE);
        letters.written(orders, ann, since);
        assertThat(open()).isEqualTo(2);
        letters.written(orders, ann, letters.newest());
        assertThat(open()).isZero();
    }

    @Test
    void aWriteLeavesALetterOfTheSameCopyThatWasAddedAgainWhileItRan() {
        letters.add(orders, ann, "o1", CAUSE);
        long since = letters.newest();
        letters.add(orders, ann, "o1", CAUSE);
        letters.written(orders, ann, since);
        assertThat(open()).isEqualTo(1);
    }

    @Test
    void aWriteClosesLettersFromBeforeTheStart() {
        letters.add(orders, ann, "o1", CAUSE);
        DeadLetters next = new DeadLetters(state.deadLetters(), Signals.none(), clock);
        next.load();
        next.written(orders, ann, next.newest());
        assertThat(open()).isZero();
    }

    @Test
    void lettersOfOtherSourcesStay() {
        letters.add(orders, ann, "o1", CAUSE);
        letters.add(orders, new RecordKey(Docs.doc("_id", "o9")), CAUSE);
        letters.written(orders, ann, letters.newest());
        assertThat(open()).isEqualTo(1);
    }
}
