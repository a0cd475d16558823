package dev.lockstep.fanout.resync;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.StateException;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the keys that waited in the state store while their model was paused or broken or its store was down (P8), and
 * removes them. One step is one key.
 */
public final class Drain implements Step {
    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    private final ResyncParts parts;
    private final Function<String, Value> parser;
    private final KeyCheck check;
    private Instant notBefore = Instant.MIN;
    private int failures;

    /** Reads canonical key text by {@code parser}. */
    public Drain(ResyncParts parts, Function<String, Value> parser) {
        this.parts = parts;
        this.parser = parser;
        this.check = new KeyCheck(parts.check(), parts.page());
    }

    @Override
    public Outcome step() {
        if (parts.clock().instant().isBefore(notBefore)) {
            return Outcome.IDLE;
        }
        try {
            Outcome outcome = one();
            failures = 0;
            return outcome;
        } catch (StoreException | StateException e) {
            failures++;
            notBefore = parts.clock().instant().plus(parts.backoff().after(failures));
            log.debug("Could not check a key that waited: {}. It is tried again.", e.getMessage());
            return Outcome.IDLE;
        }
    }

    private Outcome one() {
        for (Map.Entry<ModelName, Long> waiting :
                parts.state().waitingKeys().counts().entrySet()) {
            ActiveModel active = parts.models().find(waiting.getKey()).orElse(null);
            if (active == null
                    || active.state() == ModelState.PAUSED
                    || active.state() == ModelState.BROKEN
                    || !parts.covered().test(active)) {
                continue;
            }
            List<WaitingKey> next = parts.state().waitingKeys().page(active.name(), 0, 1);
            if (!next.isEmpty()) {
                checkOne(active, next.get(0));
                parts.state().waitingKeys().remove(next);
                return Outcome.WORKED;
            }
        }
        return Outcome.IDLE;
    }

    private void checkOne(ActiveModel active, WaitingKey waiting) {
        if (!(parser.apply(waiting.key()) instanceof Doc key)) {
            log.error(
                    "Could not read the waiting key {} of model {}. It is left out; run a repair of the model.",
                    waiting.id(),
                    active.name());
            return;
        }
        for (CopyDefinition definition : active.model().streamed()) {
            if (definition.copy().mode() != Copy.Mode.ENFORCE) {
                continue;
            }
            if (waiting.copy() == null) {
                check.check(active, definition, SourceKey.of(key.entries()), CheckRun.Goal.FIX, this::tell);
            } else if (waiting.copy().equals(definition.copy().name())) {
                tell(definition, check.records(active, definition, List.of(new RecordKey(key)), CheckRun.Goal.FIX));
            }
        }
    }

    private void tell(CopyDefinition definition, List<CheckOutcome> outcomes) {
        for (CheckOutcome outcome : outcomes) {
            if (outcome.kind().isRight()) {
                parts.outputs().signals().checked(definition, outcome.kind() == CheckOutcome.Kind.FIXED);
            } else if (outcome.cause() != null && outcome.pointer().isPresent()) {
                parts.outputs()
                        .deadLetters()
                        .add(
                                definition,
                                outcome.pointer().get(),
                                outcome.record().canonical(),
                                outcome.cause());
            } else if (outcome.kind() == CheckOutcome.Kind.CONFLICT) {
                throw new StoreException(
                        StoreException.Kind.TRANSIENT,
                        "Could not check " + outcome.record() + ": it keeps changing.",
                        null);
            }
        }
    }
}
