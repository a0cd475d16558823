package dev.lockstep.fanout.resync;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.StateException;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the keys that waited in the state store while their model was paused or broken or its store was down (P8), or
 * for their second check (rule R4), and removes them. A key that fails is passed over until the others of its model
 * have had their turn, and its model rests, so that it holds up neither them nor other models. One step is one source
 * key, or some copies.
 */
public final class Drain implements Step {
    private static final Logger log = LoggerFactory.getLogger(Drain.class);
    private static final int PAGE = 100;

    /** How far a model has come in this round, and how it is doing. */
    private record Place(long after, Instant notBefore, int failures) {
        static final Place START = new Place(0, Instant.MIN, 0);
    }

    private final ResyncParts parts;
    private final Function<String, Value> parser;
    private final KeyCheck check;
    private final Map<ModelName, Place> places = new HashMap<>();
    private final Deque<WaitingKey> page = new ArrayDeque<>();
    private boolean together = true;
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
            boolean worked = !page.isEmpty() || nextPage();
            if (worked) {
                some(nextOnes());
            }
            failures = 0;
            return worked ? Outcome.WORKED : Outcome.IDLE;
        } catch (StateException e) {
            page.clear();
            failures++;
            notBefore = parts.clock().instant().plus(parts.backoff().after(failures));
            log.debug("Could not check a key that waited: {}. It is tried again.", e.getMessage());
            return Outcome.IDLE;
        }
    }

    private boolean nextPage() {
        Instant now = parts.clock().instant();
        for (ModelName model : parts.state().waitingKeys().due(now).keySet()) {
            Place place = places.getOrDefault(model, Place.START);
            if (running(model).isPresent() && !now.isBefore(place.notBefore())) {
                page.addAll(parts.state().waitingKeys().page(model, now, place.after(), PAGE));
                together = place.failures() == 0;
                if (!page.isEmpty()) {
                    return true;
                }
                places.remove(model);
            }
        }
        return false;
    }

    private Optional<ActiveModel> running(ModelName model) {
        return parts.models()
                .find(model)
                .filter(active -> active.state() != ModelState.PAUSED && active.state() != ModelState.BROKEN)
                .filter(parts.covered());
    }

    /** Copies of one definition that follow each other are checked together, unless their model just failed. */
    private List<WaitingKey> nextOnes() {
        WaitingKey first = page.getFirst();
        return together && first.copy() != null
                ? page.stream()
                        .takeWhile(key -> first.copy().equals(key.copy()))
                        .toList()
                : List.of(first);
    }

    private void some(List<WaitingKey> keys) {
        WaitingKey first = keys.get(0);
        Optional<ActiveModel> active = running(first.model());
        if (active.isEmpty()) {
            page.clear();
            return;
        }
        try {
            check(active.get(), keys);
            parts.state().waitingKeys().remove(keys);
            places.computeIfPresent(first.model(), (model, place) -> new Place(place.after(), Instant.MIN, 0));
            keys.forEach(key -> page.removeFirst());
        } catch (StoreException e) {
            if (keys.size() > 1 && e.kind() != StoreException.Kind.ACCESS_PATH_LOST) {
                together = false;
            } else {
                failed(first, e);
            }
        } catch (StateException e) {
            throw e;
        } catch (RuntimeException e) {
            passOver(first);
            throw e;
        }
    }

    private void failed(WaitingKey waiting, StoreException e) {
        if (e.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
            page.clear();
            parts.models().setState(waiting.model(), ModelState.BROKEN, e.getMessage());
            return;
        }
        passOver(waiting);
        log.debug("Could not check a key that waited: {}. It is tried again.", e.getMessage());
    }

    private void passOver(WaitingKey waiting) {
        page.clear();
        int failed = places.getOrDefault(waiting.model(), Place.START).failures() + 1;
        Instant until = parts.clock().instant().plus(parts.backoff().after(failed));
        places.put(waiting.model(), new Place(waiting.id(), until, failed));
    }

    private void check(ActiveModel active, List<WaitingKey> keys) {
        CopyName copy = keys.get(0).copy();
        List<Doc> read =
                keys.stream().flatMap(key -> read(active, key).stream()).toList();
        for (CopyDefinition definition : active.model().streamed()) {
            if (read.isEmpty() || definition.copy().mode() != Copy.Mode.ENFORCE) {
                continue;
            }
            if (copy == null) {
                check.check(active, definition, SourceKey.of(read.get(0).entries()), CheckRun.Goal.FIX, this::tell);
            } else if (copy.equals(definition.copy().name())) {
                List<RecordKey> records = read.stream().map(RecordKey::new).toList();
                tell(definition, check.records(active, definition, records, CheckRun.Goal.FIX));
            }
        }
    }

    private Optional<Doc> read(ActiveModel active, WaitingKey waiting) {
        if (parser.apply(waiting.key()) instanceof Doc key) {
            return Optional.of(key);
        }
        log.error(
                "Could not read the waiting key {} of model {}. It is left out; run a repair of the model.",
                waiting.id(),
                active.name());
        return Optional.empty();
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
            } else if (outcome.kind() == CheckOutcome.Kind.CONFLICT || outcome.kind() == CheckOutcome.Kind.SUPERSEDED) {
                throw new StoreException(
                        StoreException.Kind.TRANSIENT,
                        "Could not check " + outcome.record() + ": it keeps changing, or its model was revised.",
                        null);
            }
        }
    }
}
