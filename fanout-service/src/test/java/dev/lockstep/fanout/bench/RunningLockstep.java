package dev.lockstep.fanout.bench;

import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.run.Threads;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.state.InMemoryStateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A started pipeline of one model: customer names on orders. */
final class RunningLockstep {
    private static final Model MODEL = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name"))
            .build();

    private final Clock clock = Clock.systemUTC();
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final AtomicLong written;
    private final AtomicLong checked = new AtomicLong();
    private @Nullable LockstepPipeline pipeline;

    RunningLockstep(AtomicLong written) {
        this.written = written;
    }

    /** Starts it and waits until its first full check has ended. */
    void start(Connector connector, Threads threads) {
        LockstepPipeline.register(state, MODEL, clock);
        LockstepPipeline made = new LockstepPipeline(
                connector, state, MODEL, clock, LockstepPipeline.limits("bench", Duration.ofMillis(100)), counting());
        pipeline = made;
        made.start(threads);
        while (made.pipeline().models().find(MODEL.name()).orElseThrow().state() != ModelState.ACTIVE) {
            MongoSide.pause();
        }
    }

    /** Checks made so far: an echo that was taken for a foreign write would be one. */
    long checked() {
        return checked.get();
    }

    /**
     * Waits for a marker, a rename of a customer with one copy: when that copy was written, everything before it was
     * read, echoes included. The marker's own write is not counted.
     */
    void settleBehind(Runnable marker) {
        long before = written.get();
        marker.run();
        while (written.get() == before) {
            MongoSide.pause();
        }
        written.decrementAndGet();
        LockstepPipeline running = pipeline;
        while (running != null && running.pipeline().destinations().size() > 0) {
            MongoSide.pause();
        }
    }

    private Signals counting() {
        return new Signals() {
            @Override
            public void change(ModelName model, ChangeOutcome outcome) {}

            @Override
            public void applied(CopyDefinition definition, SourceKey key, long copies, Instant committedAt) {
                written.addAndGet(copies);
            }

            @Override
            public void afterDelete(CopyDefinition definition, long copies) {}

            @Override
            public void failed(CopyDefinition definition) {}

            @Override
            public void checked(CopyDefinition definition, boolean fixed) {
                checked.incrementAndGet();
            }

            @Override
            public void foreignWrite(CopyDefinition definition) {}

            @Override
            public void contested(CopyDefinition definition) {}

            @Override
            public void lookupLag(CopyDefinition definition, Duration lag) {}
        };
    }
}
