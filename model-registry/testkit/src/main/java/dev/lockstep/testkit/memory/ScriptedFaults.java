package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;
import dev.lockstep.store.StoreException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Faults that a test orders one by one, and counts of the calls that were made. Safe for many threads. */
public final class ScriptedFaults implements Faults {
    private final Map<Operation, Long> calls = new EnumMap<>(Operation.class);
    private final Map<Operation, Deque<StoreException.Kind>> before = new EnumMap<>(Operation.class);
    private final Map<Operation, Deque<StoreException.Kind>> after = new EnumMap<>(Operation.class);
    private final Map<RecordKey, StoreException.Kind> records = new ConcurrentHashMap<>();
    private StoreException.@Nullable Kind down;

    /** The next {@code times} calls fail before they have an effect. */
    public synchronized ScriptedFaults failNext(Operation operation, StoreException.Kind kind, int times) {
        for (int i = 0; i < times; i++) {
            before.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(kind);
        }
        return this;
    }

    /** The next call has its effect and fails all the same. */
    public synchronized ScriptedFaults failAfterNext(Operation operation, StoreException.Kind kind) {
        after.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(kind);
        return this;
    }

    /** Every write of this copy fails until {@link #heal}. */
    public ScriptedFaults failWritesOf(RecordKey record, StoreException.Kind kind) {
        records.put(record, kind);
        return this;
    }

    /** Every call fails until {@link #heal}. */
    public synchronized ScriptedFaults failEverything(StoreException.Kind kind) {
        down = kind;
        return this;
    }

    /** Takes back every order. */
    public synchronized void heal() {
        before.clear();
        after.clear();
        records.clear();
        down = null;
    }

    /** How often an operation was called, failed calls included, since the last {@link #forgetCalls}. */
    public synchronized long calls(Operation operation) {
        return calls.getOrDefault(operation, 0L);
    }

    /** Starts counting from 0. */
    public synchronized void forgetCalls() {
        calls.clear();
    }

    @Override
    public synchronized void before(Operation operation) {
        calls.merge(operation, 1L, Long::sum);
        if (down != null) {
            throw failure(down, operation.name());
        }
        raise(before.get(operation), operation);
    }

    @Override
    public synchronized void after(Operation operation) {
        raise(after.get(operation), operation);
    }

    @Override
    public void beforeWriteOf(RecordKey record) {
        StoreException.Kind kind = records.get(record);
        if (kind != null) {
            throw failure(kind, "write of " + record);
        }
    }

    private static void raise(@Nullable Deque<StoreException.Kind> ordered, Operation operation) {
        StoreException.Kind kind = ordered == null ? null : ordered.poll();
        if (kind != null) {
            throw failure(kind, operation.name());
        }
    }

    private static StoreException failure(StoreException.Kind kind, String what) {
        return new StoreException(kind, "Could not do " + what + ": the test ordered this failure.", null);
    }
}
