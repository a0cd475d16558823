package dev.lockstep.fanout.bench;

import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.state.InMemoryStateStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Lockstep: the step machines of production, stepped in a seeded order. */
final class LockstepUpdater implements Updater {
    private static final Duration STEP = Duration.ofMillis(5);
    private static final Duration LEASE = Duration.ofSeconds(16);

    private final FaultyWorld world;
    private final StateStore state;
    private final List<LockstepPipeline> retiring = new ArrayList<>();
    private LockstepPipeline running;
    private int started;

    LockstepUpdater(FaultyWorld world) {
        this.world = world;
        this.state = new InMemoryStateStore(world.clock);
        LockstepPipeline.register(state, world.model(), world.clock);
        running = start();
    }

    private LockstepPipeline start() {
        return new LockstepPipeline(
                new InMemoryConnector(world.store),
                state,
                world.model(),
                world.clock,
                LockstepPipeline.limits("process-" + ++started, Duration.ZERO),
                Signals.none());
    }

    @Override
    public void rename(String customer) {
        world.writeSource(customer, world.nextName(customer));
    }

    /** Threads that have nothing to do take no turn: one that works is looked for, in a random order. */
    @Override
    public boolean step(Random random) {
        world.pass(STEP);
        List<Step> steps = new ArrayList<>(running.steps());
        retiring.forEach(old -> steps.addAll(old.writers()));
        Collections.shuffle(steps, random);
        for (Step step : steps) {
            if (step.step() == Step.Outcome.WORKED) {
                return true;
            }
        }
        return running.pipeline().destinations().size() > 0 || waitedForChecks();
    }

    /** Where nothing else is to be done, the second checks become due. */
    private boolean waitedForChecks() {
        if (state.waitingKeys().counts().isEmpty()) {
            return false;
        }
        world.pass(Limits.LOOKUP_WAIT);
        return true;
    }

    @Override
    public void crash() {
        retiring.forEach(LockstepPipeline::cutOff);
        retiring.clear();
        running.cutOff();
        world.pass(LEASE);
        running = start();
    }

    @Override
    public void takeOver() {
        retiring.add(running);
        world.pass(LEASE);
        running = start();
    }
}
