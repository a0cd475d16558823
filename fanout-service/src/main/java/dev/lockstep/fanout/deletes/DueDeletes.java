package dev.lockstep.fanout.deletes;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeleteStore.PendingDelete;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the deletes of sources that are due, one after the other. A delete that fails leaves its row, and its
 * model rests, so that it holds up no other model; carrying it out again does no harm.
 */
public final class DueDeletes implements Step {
    private static final Logger log = LoggerFactory.getLogger(DueDeletes.class);
    private static final int PAGE = 100;

    /** A model that rests after failures. */
    private record Rest(Instant until, int failures) {
        static final Rest NONE = new Rest(Instant.MIN, 0);
    }

    private final DeleteParts parts;
    private final Map<ModelName, Rest> resting = new HashMap<>();
    private final Deque<PendingDelete> page = new ArrayDeque<>();
    private @Nullable OneDelete current;
    private Rest state = Rest.NONE;

    /** Has nothing to do yet. */
    public DueDeletes(DeleteParts parts) {
        this.parts = parts;
    }

    @Override
    public Outcome step() {
        if (parts.clock().instant().isBefore(state.until())) {
            return Outcome.IDLE;
        }
        try {
            boolean worked = once();
            state = Rest.NONE;
            return worked ? Outcome.WORKED : Outcome.IDLE;
        } catch (StateException e) {
            forgetPage();
            state = after(state);
            log.debug("Could not carry out a delete: {}. It is tried again.", e.getMessage());
            return Outcome.IDLE;
        }
    }

    private boolean once() {
        OneDelete one = current;
        if (one == null) {
            return !page.isEmpty() || nextPage() ? begin(page.removeFirst()) : false;
        }
        try {
            OneDelete.Progress progress = one.step();
            if (progress != OneDelete.Progress.MORE) {
                current = null;
                resting.remove(one.model());
            }
            if (progress == OneDelete.Progress.HELD) {
                hold(one.model());
            }
        } catch (StoreException e) {
            failed(one.model(), e);
        }
        return true;
    }

    private boolean nextPage() {
        Instant now = parts.clock().instant();
        for (ModelName model : parts.deletes().counts().keySet()) {
            if (running(model).isPresent()
                    && !now.isBefore(resting.getOrDefault(model, Rest.NONE).until())) {
                page.addAll(parts.deletes().due(model, now, PAGE));
                if (!page.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean begin(PendingDelete delete) {
        Optional<ActiveModel> active = running(delete.model());
        if (active.isEmpty()) {
            page.clear();
        } else if (parts.keys().apply(delete.key()) instanceof Doc key) {
            current = new OneDelete(parts, active.get(), delete, SourceKey.of(key.entries()));
        } else {
            log.error(
                    "Could not read the key of delete {} of model {}. It is left out; run a repair of the model.",
                    delete.id(),
                    delete.model());
            parts.deletes().remove(delete);
        }
        return true;
    }

    /** A revision that came meanwhile counts: its policies, its epoch. */
    private Optional<ActiveModel> running(ModelName model) {
        return parts.models()
                .find(model)
                .filter(active -> active.state() != ModelState.PAUSED && active.state() != ModelState.BROKEN)
                .filter(parts.covered());
    }

    private void hold(ModelName model) {
        page.clear();
        int held = parts.deletes().hold(model);
        log.error(
                "Holding {} deletes of sources of model {}: carried out, they would change more than {} copies within an"
                        + " hour. Nothing was changed by them. If they are meant, release them:"
                        + " POST /api/v1/models/{}/release-deletes.",
                held,
                model,
                parts.most(),
                model);
    }

    private void failed(ModelName model, StoreException e) {
        forgetPage();
        if (e.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
            parts.models().setState(model, ModelState.BROKEN, e.getMessage());
            return;
        }
        resting.put(model, after(resting.getOrDefault(model, Rest.NONE)));
        log.debug("Could not carry out a delete: {}. It is tried again.", e.getMessage());
    }

    private void forgetPage() {
        current = null;
        page.clear();
    }

    private Rest after(Rest rest) {
        int failures = rest.failures() + 1;
        return new Rest(parts.clock().instant().plus(parts.backoff().after(failures)), failures);
    }
}
