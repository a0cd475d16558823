package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeadLetterStore.DeadLetter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Dead letters: merged by copy, capped by source. */
@NullUnmarked
public abstract class DeadLetterContract extends StateContract {
    private void add(String source, String copy, String cause, int minute) {
        state.deadLetters().add(MODEL, ORDERS, source, copy, cause, NOON.plusSeconds(60L * minute));
    }

    private List<DeadLetter> all() {
        return state.deadLetters().list(Optional.empty(), 0, 1_000);
    }

    /** One open letter per copy: another failure counts an attempt. */
    @Test
    void countsAttemptsOnTheOpenLetter() {
        add("ann", "o1", "too large", 0);
        add("ann", "o1", "still too large", 1);

        DeadLetter letter = all().get(0);
        assertThat(all()).hasSize(1);
        assertThat(letter)
                .isEqualTo(new DeadLetter(
                        letter.id(), MODEL, ORDERS, "ann", "o1", "still too large", 2, NOON, NOON.plusSeconds(60)));
        assertThat(state.deadLetters().find(letter.id())).contains(letter);
    }

    /** A closed letter is closed; the next failure opens another. */
    @Test
    void closesOnce() {
        add("ann", "o1", "too large", 0);
        long id = all().get(0).id();

        assertThat(state.deadLetters().close(id, "purged", NOON)).isTrue();
        assertThat(state.deadLetters().close(id, "purged", NOON)).isFalse();
        assertThat(state.deadLetters().find(id)).isEmpty();
        assertThat(all()).isEmpty();
        add("ann", "o1", "again", 2);

        assertThat(all()).singleElement().satisfies(letter -> {
            assertThat(letter.id()).isNotEqualTo(id);
            assertThat(letter.attempts()).isEqualTo(1);
        });
    }

    /** At most 100 per source key, then one summary; other sources have their own. */
    @Test
    void sumsUpWhatIsTooMuch() {
        for (int i = 0; i < DeadLetterStore.PER_SOURCE + 5; i++) {
            add("ann", "o" + i, "too large", 0);
        }
        add("ann", "o3", "known", 1);
        add("bea", "b1", "too large", 0);

        List<DeadLetter> ofAnn = all().stream()
                .filter(letter -> letter.sourceKey().equals("ann"))
                .toList();

        assertThat(ofAnn).hasSize(DeadLetterStore.PER_SOURCE + 1);
        assertThat(ofAnn)
                .filteredOn(letter -> letter.copyKey().equals("*"))
                .singleElement()
                .satisfies(summary -> assertThat(summary.attempts()).isEqualTo(5));
        assertThat(ofAnn)
                .filteredOn(letter -> letter.copyKey().equals("o3"))
                .singleElement()
                .satisfies(letter -> assertThat(letter.attempts()).isEqualTo(2));
        assertThat(all()).hasSize(DeadLetterStore.PER_SOURCE + 2);
    }

    /** A failure of the whole key is a letter of its own, for each key. */
    @Test
    void keepsWholeKeysApart() {
        add("ann", "*", "no connection", 0);
        add("bea", "*", "no connection", 0);
        add("ann", "*", "no connection", 1);

        assertThat(all()).extracting(DeadLetter::sourceKey).containsExactlyInAnyOrder("ann", "bea");
    }

    /** A successful write closes the letters of its key. */
    @Test
    void closesWhatWasWritten() {
        add("ann", "o1", "too large", 0);
        add("ann", "o2", "too large", 0);
        add("bea", "b1", "too large", 0);
        state.deadLetters().add(MODEL, LINES, "ann", "o1", "too large", NOON);
        state.deadLetters().add(OTHER, ORDERS, "ann", "o1", "too large", NOON);

        assertThat(state.deadLetters().closeWritten(MODEL, ORDERS, "ann", NOON)).isEqualTo(2);
        assertThat(state.deadLetters().closeWritten(MODEL, ORDERS, "ann", NOON)).isZero();

        assertThat(all()).hasSize(3);
        assertThat(state.deadLetters().countOpen())
                .containsOnly(
                        org.assertj.core.api.Assertions.entry("order-customer.orders", 1L),
                        org.assertj.core.api.Assertions.entry("order-customer.lines", 1L),
                        org.assertj.core.api.Assertions.entry("order-product.orders", 1L));
    }

    /** By id, in pages, of one model or all. */
    @Test
    void listsInPages() {
        for (int i = 0; i < 5; i++) {
            add("ann", "o" + i, "too large", 0);
        }
        state.deadLetters().add(OTHER, ORDERS, "ann", "x", "too large", NOON);

        List<DeadLetter> first = state.deadLetters().list(Optional.of(MODEL), 0, 3);
        List<DeadLetter> rest =
                state.deadLetters().list(Optional.of(MODEL), first.get(2).id(), 3);

        assertThat(first).extracting(DeadLetter::copyKey).containsExactly("o0", "o1", "o2");
        assertThat(rest).extracting(DeadLetter::copyKey).containsExactly("o3", "o4");
        assertThat(all()).hasSize(6);
    }
}
