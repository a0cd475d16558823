package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.DeleteStore.Counts;
import dev.lockstep.state.DeleteStore.PendingDelete;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Deletes that wait: merged by key, given out when due, held and released by model, within a budget. */
@NullUnmarked
public abstract class DeleteContract extends StateContract {
    private static final Duration HOUR = Duration.ofHours(1);

    private static PendingDelete delete(ModelName model, String key, int position, int dueMinute) {
        return new PendingDelete(
                0,
                model,
                key,
                new Version(new Epoch(7), new Position("000" + position)),
                at(position),
                at(dueMinute),
                DeleteStore.State.WAITING,
                0);
    }

    private static Instant at(int minute) {
        return NOON.plusSeconds(60L * minute);
    }

    private List<PendingDelete> due(int minute) {
        return state.deletes().due(MODEL, at(minute), 100);
    }

    /** Not before it is due, the oldest first, and none of another model. */
    @Test
    void givesOutWhatIsDue() {
        state.deletes()
                .add(List.of(delete(MODEL, "ann", 1, 5), delete(MODEL, "bea", 2, 3), delete(OTHER, "eve", 1, 1)));
        state.deletes().add(List.of());

        assertThat(due(2)).isEmpty();
        assertThat(due(3)).extracting(PendingDelete::key).containsExactly("bea");
        assertThat(due(5)).extracting(PendingDelete::key).containsExactly("bea", "ann");
        assertThat(state.deletes().due(MODEL, at(5), 1)).hasSize(1);
        assertThat(due(3)).singleElement().satisfies(bea -> {
            assertThat(bea.version()).isEqualTo(new Version(new Epoch(7), new Position("0002")));
            assertThat(bea.committedAt()).isEqualTo(at(2));
            assertThat(bea.due()).isEqualTo(at(3));
        });
    }

    /** The newer position stays, whichever comes first, and it waits from the later of both. */
    @Test
    void mergesByKey() {
        state.deletes().add(List.of(delete(MODEL, "ann", 2, 5)));
        state.deletes().add(List.of(delete(MODEL, "ann", 1, 7)));
        state.deletes().add(List.of(delete(MODEL, "bea", 1, 5), delete(MODEL, "bea", 3, 5)));

        assertThat(due(5)).extracting(PendingDelete::key).containsExactly("bea");
        assertThat(due(7))
                .extracting(delete -> delete.key() + delete.version().position())
                .containsExactlyInAnyOrder("ann0002", "bea0003");
    }

    /** A delete that was added again while it was carried out stays. */
    @Test
    void removesOnlyWhatWasRead() {
        state.deletes().add(List.of(delete(MODEL, "ann", 1, 1), delete(MODEL, "bea", 1, 1)));
        List<PendingDelete> read = due(1);
        state.deletes().add(List.of(delete(MODEL, "ann", 2, 1)));

        assertThat(read)
                .allSatisfy(delete -> assertThat(state.deletes().remove(delete))
                        .isEqualTo(delete.key().equals("bea")));
        assertThat(due(1)).extracting(PendingDelete::key).containsExactly("ann");
        assertThat(state.deletes().remove(due(1).get(0))).isTrue();
        assertThat(state.deletes().counts()).isEmpty();
    }

    /** What is held is not given out, also when it is added again, until it is released. */
    @Test
    void holdsAndReleases() {
        state.deletes()
                .add(List.of(delete(MODEL, "ann", 1, 1), delete(MODEL, "bea", 1, 1), delete(OTHER, "eve", 1, 1)));

        assertThat(state.deletes().hold(MODEL)).isEqualTo(2);
        state.deletes().add(List.of(delete(MODEL, "ann", 2, 1), delete(MODEL, "cleo", 1, 1)));

        assertThat(due(9)).extracting(PendingDelete::key).containsExactly("cleo");
        assertThat(state.deletes().counts())
                .containsOnly(entry(MODEL, new Counts(1, 2)), entry(OTHER, new Counts(1, 0)));
        assertThat(state.deletes().release(MODEL)).isEqualTo(2);
        assertThat(state.deletes().release(MODEL)).isZero();
        assertThat(due(9))
                .extracting(PendingDelete::state)
                .containsOnly(DeleteStore.State.WAITING, DeleteStore.State.RELEASED);
        assertThat(state.deletes().hold(MODEL)).as("what was released stays so").isEqualTo(1);
    }

    /** The budget is the model's, for a window that begins with the first copy that is taken. */
    @Test
    void spendsWithinTheBudget() {
        assertThat(state.deletes().spend(MODEL, at(0), HOUR, 6, 10)).isTrue();
        assertThat(state.deletes().spend(MODEL, at(59), HOUR, 5, 10)).isFalse();
        assertThat(state.deletes().spend(MODEL, at(59), HOUR, 4, 10)).isTrue();
        assertThat(state.deletes().spend(OTHER, at(59), HOUR, 10, 10)).isTrue();
        assertThat(state.deletes().spend(MODEL, at(59), HOUR, 1, 10)).isFalse();
        assertThat(state.deletes().spend(MODEL, at(60), HOUR, 11, 10)).isFalse();
        assertThat(state.deletes().spend(MODEL, at(60), HOUR, 10, 10)).isTrue();
        assertThat(state.deletes().spend(MODEL, at(61), HOUR, 1, 10)).isFalse();
    }

    /** A model that is gone leaves nothing. */
    @Test
    void forgetsAModel() {
        state.deletes().add(List.of(delete(MODEL, "ann", 1, 1), delete(OTHER, "eve", 1, 1)));
        state.deletes().spend(MODEL, at(0), HOUR, 10, 10);

        state.deletes().forget(MODEL);

        assertThat(state.deletes().counts()).containsOnlyKeys(OTHER);
        assertThat(state.deletes().spend(MODEL, at(0), HOUR, 10, 10)).isTrue();
        state.deletes().add(List.of(delete(MODEL, "ann", 1, 1)));
        assertThat(due(1)).hasSize(1);
    }
}
