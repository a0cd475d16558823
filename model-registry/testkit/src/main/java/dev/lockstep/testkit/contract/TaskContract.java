package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.TaskStore.Counts;
import dev.lockstep.state.TaskStore.Part;
import dev.lockstep.state.TaskStore.State;
import dev.lockstep.state.TaskStore.Task;
import dev.lockstep.store.Cursor;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Large fan-outs: merged by key, walked in passes, removed only in the generation in which they are over. */
@NullUnmarked
public abstract class TaskContract extends StateContract {
    private static Part part(CopyName copy, String cursor) {
        return new Part(copy, 0, cursor == null ? null : new Cursor(cursor), false, 3, 10);
    }

    private static Task task(ModelName model, String key, int position, Part... parts) {
        return new Task(0, model, key, version(position), at(position), at(9), 0, State.RUNNING, List.of(parts));
    }

    private static Version version(int position) {
        return new Version(new Epoch(7), new Position("000" + position));
    }

    private static Instant at(int minute) {
        return NOON.plusSeconds(60L * minute);
    }

    private TaskStore tasks() {
        return state.tasks();
    }

    private Task only() {
        assertThat(tasks().page(0, 10)).hasSize(1);
        return tasks().page(0, 10).get(0);
    }

    @Test
    void keepsWhatWasAdded() {
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c1"), part(LINES, null)));

        Task stored = only();
        assertThat(stored.model()).isEqualTo(MODEL);
        assertThat(stored.key()).isEqualTo("ann");
        assertThat(stored.version()).isEqualTo(version(1));
        assertThat(stored.committedAt()).isEqualTo(at(1));
        assertThat(stored.createdAt()).isEqualTo(at(9));
        assertThat(stored.generation()).isEqualTo(1);
        assertThat(stored.state()).isEqualTo(State.RUNNING);
        assertThat(stored.parts())
                .containsExactlyInAnyOrder(
                        new Part(ORDERS, 1, new Cursor("c1"), false, 3, 10), new Part(LINES, 1, null, false, 3, 10));
        assertThat(tasks().find(stored.id())).contains(stored);
        assertThat(tasks().find(stored.id() + 1)).isEmpty();
    }

    /** A newer change counts a generation and leaves the pass where it is. */
    @Test
    void mergesByKey() {
        tasks().add(task(MODEL, "ann", 2, part(ORDERS, "c1")));
        tasks().add(task(OTHER, "ann", 1, part(ORDERS, "c1")));
        Task before = tasks().page(0, 10).get(0);
        tasks().advance(before.id(), new Part(ORDERS, 1, new Cursor("c5"), false, 8, 10));

        tasks().add(task(MODEL, "ann", 3, part(ORDERS, "c2"), part(LINES, "l2")));

        Task merged = tasks().find(before.id()).orElseThrow();
        assertThat(tasks().page(0, 10)).hasSize(2);
        assertThat(merged.version()).isEqualTo(version(3));
        assertThat(merged.committedAt()).isEqualTo(at(2));
        assertThat(merged.generation()).isEqualTo(2);
        assertThat(merged.parts())
                .containsExactlyInAnyOrder(
                        new Part(ORDERS, 1, new Cursor("c5"), false, 8, 10),
                        new Part(LINES, 2, new Cursor("l2"), false, 3, 10));
    }

    /** A replay of a change that the task covers needs no other pass. */
    @Test
    void anOlderOrEqualVersionCountsNoGeneration() {
        tasks().add(task(MODEL, "ann", 2, part(ORDERS, "c1")));
        tasks().add(task(MODEL, "ann", 2, part(LINES, "l1")));
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c9")));

        assertThat(only().generation()).isEqualTo(1);
        assertThat(only().version()).isEqualTo(version(2));
        assertThat(only().committedAt()).isEqualTo(at(1));
        assertThat(only().parts())
                .containsExactlyInAnyOrder(
                        new Part(ORDERS, 1, new Cursor("c1"), false, 3, 10),
                        new Part(LINES, 1, new Cursor("l1"), false, 3, 10));
    }

    /** Whoever is in an earlier pass changes nothing. */
    @Test
    void neverGoesBackToAnEarlierPass() {
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c1")));
        long id = only().id();

        assertThat(tasks().advance(id, new Part(ORDERS, 1, new Cursor("c3"), false, 5, 10)))
                .isTrue();
        assertThat(tasks().advance(id, new Part(ORDERS, 2, null, false, 9, 12))).isTrue();
        assertThat(tasks().advance(id, new Part(ORDERS, 1, new Cursor("c2"), true, 5, 10)))
                .isFalse();
        assertThat(tasks().advance(id, new Part(LINES, 1, null, true, 5, 10))).isFalse();
        assertThat(tasks().advance(id + 1, new Part(ORDERS, 2, null, true, 5, 10)))
                .isFalse();

        assertThat(only().parts()).containsExactly(new Part(ORDERS, 2, null, false, 9, 12));
    }

    /** A task that was added again while its last page was written stays. */
    @Test
    void removesOnlyTheGenerationThatWasRead() {
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c1")));
        Task read = only();
        tasks().add(task(MODEL, "ann", 2, part(ORDERS, "c1")));

        assertThat(tasks().remove(read)).isFalse();
        assertThat(tasks().remove(only())).isTrue();
        assertThat(tasks().remove(read)).isFalse();
        assertThat(tasks().page(0, 10)).isEmpty();
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, null)));
        assertThat(only().parts()).hasSize(1);
    }

    @Test
    void isOverWhenEveryPassHasEndedInItsGeneration() {
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c1"), part(LINES, "l1")));
        long id = only().id();
        tasks().advance(id, new Part(ORDERS, 1, null, true, 9, 10));
        assertThat(only().isOver()).isFalse();
        tasks().advance(id, new Part(LINES, 1, null, true, 9, 10));
        assertThat(only().isOver()).isTrue();

        tasks().add(task(MODEL, "ann", 2, part(ORDERS, "c1")));

        assertThat(only().isOver()).isFalse();
    }

    @Test
    void pausesCancelsAndForgets() {
        tasks().add(task(MODEL, "ann", 1, part(ORDERS, "c1")));
        tasks().add(task(MODEL, "bea", 1, part(ORDERS, "c1")));
        tasks().add(task(OTHER, "eve", 1, part(ORDERS, "c1")));
        List<Task> all = tasks().page(0, 10);

        assertThat(tasks().setState(all.get(0).id(), State.PAUSED)).isTrue();
        assertThat(tasks().setState(all.get(2).id() + 1, State.PAUSED)).isFalse();
        assertThat(tasks().counts()).containsOnly(entry(MODEL, new Counts(1, 1)), entry(OTHER, new Counts(1, 0)));
        tasks().add(task(MODEL, "ann", 2, part(ORDERS, "c1")));
        assertThat(tasks().find(all.get(0).id()).orElseThrow().state()).isEqualTo(State.PAUSED);
        assertThat(tasks().cancel(all.get(2).id())).isTrue();
        assertThat(tasks().cancel(all.get(2).id())).isFalse();
        assertThat(tasks().page(all.get(0).id(), 1)).extracting(Task::key).containsExactly("bea");

        tasks().forget(MODEL);

        assertThat(tasks().counts()).isEmpty();
    }
}
