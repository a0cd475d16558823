package dev.lockstep.fanout.bench;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A hand-written stream listener, as good as they usually are: it takes the new name from the event, updates all copies
 * of the customer, and saves its position after a batch was applied. With {@code beforeImage} it updates only copies
 * that still hold the name from before the change.
 */
final class Listener implements Updater {
    private static final int BATCH = 10;
    private static final FieldPath NAME = FieldPath.of("name");
    private static final FieldPath ID = FieldPath.of("_id");

    private final class Running {
        private final ChangeStream stream;
        private final Deque<Change> batch = new ArrayDeque<>();
        private final Deque<RecordKey> copies = new ArrayDeque<>();
        private @Nullable Change current;
        private @Nullable ResumePoint after;
        private boolean retired;

        Running(ChangeStream stream) {
            this.stream = stream;
        }

        boolean step() {
            Change change = current;
            if (change != null) {
                if (copies.isEmpty()) {
                    current = null;
                } else {
                    update(change, copies.remove());
                }
                return true;
            }
            if (!batch.isEmpty()) {
                current = batch.remove();
                copies.addAll(world.find(FaultyWorld.text(current.key().attributes(), ID)));
                return true;
            }
            if (after != null) {
                saved = after;
                after = null;
                return true;
            }
            return !retired && poll();
        }

        private boolean poll() {
            ChangeStream.Batch polled = stream.poll(BATCH, Duration.ZERO);
            for (Captured captured : polled.changes()) {
                if (captured instanceof Change change && change.after() != null) {
                    batch.add(change);
                }
            }
            after = batch.isEmpty() ? null : polled.resumeAfter();
            return !batch.isEmpty();
        }

        private void update(Change change, RecordKey copy) {
            Doc now = change.after();
            Doc before = change.before();
            if (now != null) {
                Optional<String> onlyIf =
                        beforeImage && before != null ? Optional.of(FaultyWorld.text(before, NAME)) : Optional.empty();
                world.updateOrder(
                        copy, FaultyWorld.text(change.key().attributes(), ID), onlyIf, FaultyWorld.text(now, NAME));
            }
        }
    }

    private final FaultyWorld world;
    private final boolean beforeImage;
    private final List<Running> retiring = new ArrayList<>();
    private @Nullable ResumePoint saved;
    private Running running;

    Listener(FaultyWorld world, boolean beforeImage) {
        this.world = world;
        this.beforeImage = beforeImage;
        this.running = open();
        this.saved = running.stream.poll(1, Duration.ZERO).resumeAfter();
    }

    private Running open() {
        ResumePoint from = saved;
        return new Running(world.connector
                .changes()
                .open(
                        "p0",
                        new ChangeSource.Subscription(
                                Map.of("customers", new ChangeSource.Interest(Set.of(NAME), false))),
                        from == null ? new ChangeSource.Now() : new ChangeSource.After(from)));
    }

    @Override
    public void rename(String customer) {
        world.writeSource(customer, world.nextName(customer));
    }

    @Override
    public boolean step(Random random) {
        int which = random.nextInt(retiring.size() + 1);
        if (which == retiring.size()) {
            return running.step() || (!retiring.isEmpty() && old(0));
        }
        return old(which) || running.step();
    }

    private boolean old(int which) {
        boolean worked = retiring.get(which).step();
        if (!worked) {
            retiring.remove(which);
        }
        return worked;
    }

    @Override
    public void crash() {
        retiring.clear();
        running = open();
    }

    @Override
    public void takeOver() {
        running.retired = true;
        retiring.add(running);
        running = open();
    }
}
