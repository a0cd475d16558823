package dev.lockstep.fanout.bench;

import dev.lockstep.change.RecordKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The application's request writes the source, looks its copies up and updates one after the other. */
final class SynchronousLoop implements Updater {
    private final class Call {
        private final String customer;
        private final String name;
        private boolean written;
        private @Nullable Deque<RecordKey> left;

        Call(String customer, String name) {
            this.customer = customer;
            this.name = name;
        }

        boolean step() {
            if (!written) {
                world.writeSource(customer, name);
                written = true;
                return true;
            }
            Deque<RecordKey> copies = left;
            if (copies == null) {
                left = new ArrayDeque<>(world.find(customer));
                return true;
            }
            RecordKey next = copies.poll();
            if (next != null) {
                world.updateOrder(next, customer, Optional.empty(), name);
            }
            return !copies.isEmpty();
        }
    }

    private final FaultyWorld world;
    private final List<Call> calls = new ArrayList<>();

    SynchronousLoop(FaultyWorld world) {
        this.world = world;
    }

    /** The source is written by the first step, which is made at once. */
    @Override
    public void rename(String customer) {
        Call call = new Call(customer, world.nextName(customer));
        call.step();
        calls.add(call);
    }

    @Override
    public boolean step(Random random) {
        if (calls.isEmpty()) {
            return false;
        }
        int which = random.nextInt(calls.size());
        if (!calls.get(which).step()) {
            calls.remove(which);
        }
        return true;
    }

    @Override
    public void crash() {
        calls.clear();
    }

    @Override
    public void takeOver() {
        // requests run beside each other anyway
    }
}
