package dev.lockstep.fanout.sample;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Registry;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples every copy definition in its turn, as a step machine: {@code repair.sample.every}, else once a minute. Writes
 * findings and measurements only; what is wrong is put right by the copy watch or by the repair job. A sample that a
 * store or the state store could not serve is given up and drawn again later.
 */
public final class Sampler implements Step {
    private static final Logger log = LoggerFactory.getLogger(Sampler.class);
    private static final Duration SPREAD = Duration.ofSeconds(1);

    private final SamplerParts parts;
    private final Map<String, Target> targets = new LinkedHashMap<>();

    /** Nothing is read before the first step. */
    public Sampler(SamplerParts parts) {
        this.parts = parts;
    }

    @Override
    public Outcome step() {
        Registry registry = parts.models().get();
        Set<String> current = new HashSet<>();
        Outcome outcome = Outcome.IDLE;
        for (ActiveModel active : registry.models()) {
            if (!Plan.isMeasured(active)) {
                continue;
            }
            for (CopyDefinition definition : active.model().definitions()) {
                String id = definition.id() + "/" + active.revision() + "/"
                        + active.epoch().number();
                current.add(id);
                if (outcome == Outcome.IDLE && step(active, definition, id)) {
                    outcome = Outcome.WORKED;
                }
            }
        }
        targets.keySet().retainAll(current);
        return outcome;
    }

    /** A revised model starts afresh: its earlier samples say nothing about it. */
    private boolean step(ActiveModel active, CopyDefinition definition, String id) {
        Instant now = parts.clock().instant();
        Target target = targets.computeIfAbsent(id, added -> new Target(now.plus(SPREAD.multipliedBy(targets.size()))));
        Sampling sampling = target.running;
        if (sampling == null) {
            if (now.isBefore(target.due)) {
                return false;
            }
            sampling = new Sampling(parts, active, definition, target);
            target.running = sampling;
            target.due = now.plus(Plan.period(definition));
        }
        return step(sampling, target, definition);
    }

    private static boolean step(Sampling sampling, Target target, CopyDefinition definition) {
        try {
            boolean worked = sampling.step();
            if (sampling.isDone()) {
                target.running = null;
            }
            return worked;
        } catch (StoreException | StateException e) {
            target.running = null;
            log.warn(
                    "Could not sample the copies {}: {}. Their drift is measured again in {}.",
                    definition,
                    e.getMessage(),
                    Plan.period(definition));
            return true;
        }
    }
}
