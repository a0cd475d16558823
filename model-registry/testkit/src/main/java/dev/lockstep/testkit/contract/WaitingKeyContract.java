package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting keys: merged by key, removed only in the generation that was read. */
@NullUnmarked
public abstract class WaitingKeyContract extends StateContract {
    private static WaitingKey key(ModelName model, @Nullable CopyName copy, String key, int minute) {
        return WaitingKey.of(model, copy, key, NOON.plusSeconds(60L * minute));
    }

    private List<WaitingKey> all() {
        return state.waitingKeys().page(MODEL, NOON, 0, 1_000);
    }

    /** A key waits once, with its oldest time. */
    @Test
    void mergesByKey() {
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 5), key(MODEL, null, "bea", 5)));
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 2)));
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 9)));
        state.waitingKeys().add(List.of());

        assertThat(all()).extracting(WaitingKey::key).containsExactlyInAnyOrder("ann", "bea");
        assertThat(all())
                .filteredOn(key -> key.key().equals("ann"))
                .singleElement()
                .satisfies(key -> assertThat(key.oldestCommit()).isEqualTo(NOON.plusSeconds(120)));
    }

    /** The same key may come several times in one call. */
    @Test
    void mergesWithinOneCall() {
        state.waitingKeys()
                .add(List.of(key(MODEL, null, "ann", 5), key(MODEL, null, "ann", 2), key(MODEL, null, "ann", 9)));

        assertThat(all())
                .singleElement()
                .satisfies(key -> assertThat(key.oldestCommit()).isEqualTo(NOON.plusSeconds(120)));
    }

    /** Source keys and copies of the same text, and other models, wait each by themselves. */
    @Test
    void keepsModelsCopiesAndSourcesApart() {
        state.waitingKeys()
                .add(List.of(
                        key(MODEL, null, "ann", 1),
                        key(MODEL, ORDERS, "ann", 1),
                        key(MODEL, LINES, "ann", 1),
                        key(OTHER, null, "ann", 1)));

        assertThat(all()).extracting(WaitingKey::copy).containsExactlyInAnyOrder(null, ORDERS, LINES);
        assertThat(state.waitingKeys().counts()).containsOnly(entry(MODEL, 3L), entry(OTHER, 1L));
    }

    /** What was checked is removed. */
    @Test
    void removesWhatWasChecked() {
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 1), key(MODEL, null, "bea", 1)));

        state.waitingKeys()
                .remove(all().stream().filter(key -> key.key().equals("ann")).toList());
        state.waitingKeys().remove(List.of());

        assertThat(all()).extracting(WaitingKey::key).containsExactly("bea");
    }

    /** A key that changed while it was checked stays. */
    @Test
    void keepsWhatWasAddedAgainSinceItWasRead() {
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 1)));
        List<WaitingKey> read = all();
        state.waitingKeys().add(List.of(key(MODEL, null, "ann", 3)));

        state.waitingKeys().remove(read);

        assertThat(all())
                .singleElement()
                .satisfies(key ->
                        assertThat(key.generation()).isGreaterThan(read.get(0).generation()));
        state.waitingKeys().remove(all());
        assertThat(all()).isEmpty();
        assertThat(state.waitingKeys().counts()).isEmpty();
    }

    /** A key is listed and counted as due when its time has come, the later one of those it was added with. */
    @Test
    void tellsWhatIsDue() {
        WaitingKey ann = key(MODEL, ORDERS, "ann", 1);
        state.waitingKeys().add(List.of(ann.dueAt(NOON.plusSeconds(60)), key(MODEL, null, "ann", 1)));
        state.waitingKeys().add(List.of(ann.dueAt(NOON.plusSeconds(30)), ann));

        assertThat(due(NOON.plusSeconds(59))).extracting(WaitingKey::copy).containsExactly((CopyName) null);
        assertThat(due(NOON.plusSeconds(60))).extracting(WaitingKey::copy).containsExactlyInAnyOrder(null, ORDERS);
        assertThat(state.waitingKeys().due(NOON.plusSeconds(59))).containsOnly(entry(MODEL, 1L));
        assertThat(state.waitingKeys().due(NOON.plusSeconds(60))).containsOnly(entry(MODEL, 2L));
        assertThat(state.waitingKeys().counts()).containsOnly(entry(MODEL, 2L));
        state.waitingKeys().add(List.of(ann.dueAt(NOON.plusSeconds(90))));
        assertThat(due(NOON.plusSeconds(89))).extracting(WaitingKey::copy).containsExactly((CopyName) null);
    }

    private List<WaitingKey> due(Instant until) {
        return state.waitingKeys().page(MODEL, until, 0, 1_000);
    }

    /** By id, in pages. */
    @Test
    void listsInPages() {
        for (int i = 0; i < 5; i++) {
            state.waitingKeys().add(List.of(key(MODEL, null, "c" + i, 1)));
        }

        List<WaitingKey> first = state.waitingKeys().page(MODEL, NOON, 0, 3);

        assertThat(first).extracting(WaitingKey::key).containsExactly("c0", "c1", "c2");
        assertThat(state.waitingKeys().page(MODEL, NOON, first.get(2).id(), 3))
                .extracting(WaitingKey::key)
                .containsExactly("c3", "c4");
    }

    /** Keys are texts of any length and letters. */
    @Test
    void keepsKeysToTheLetter() {
        String hostile = "Ærø 木 𝄞 '\"\\ " + "k".repeat(10_000);

        state.waitingKeys().add(List.of(key(MODEL, null, hostile, 1)));

        assertThat(all()).extracting(WaitingKey::key).containsExactly(hostile);
    }
}
