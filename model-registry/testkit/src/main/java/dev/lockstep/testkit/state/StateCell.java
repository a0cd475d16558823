package dev.lockstep.testkit.state;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The data, its lock and its faults, shared by the parts of one state store. */
final class StateCell {
    private final Clock clock;
    private final StateFaults faults;
    private StateData data = new StateData();

    StateCell(Clock clock, StateFaults faults) {
        this.clock = clock;
        this.faults = faults;
    }

    Instant now() {
        return clock.instant();
    }

    synchronized <T> T read(Function<StateData, T> work) {
        return work.apply(data);
    }

    synchronized <T> T change(String name, Function<StateData, T> work) {
        faults.before(name);
        T result = work.apply(data);
        faults.after(name);
        return result;
    }

    synchronized void replace(StateData other) {
        data = new StateData(other);
    }

    /** Values by ascending id, after {@code after}. */
    static <T> List<T> page(NavigableMap<Long, T> map, long after, int limit, Predicate<T> wanted) {
        return map.tailMap(after, false).values().stream()
                .filter(wanted)
                .limit(limit)
                .toList();
    }

    /** Values by descending id, below {@code before}; 0 = from the newest. */
    static <T> List<T> newestFirst(NavigableMap<Long, T> map, long before, int limit, Predicate<T> wanted) {
        NavigableMap<Long, T> older = before == 0 ? map : map.headMap(before, false);
        return older.descendingMap().values().stream()
                .filter(wanted)
                .limit(limit)
                .toList();
    }
}
