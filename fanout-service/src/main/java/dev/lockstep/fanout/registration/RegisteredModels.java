package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore.StoredModel;
import dev.lockstep.state.StateStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The registered models, each parsed once per definition. Reads the state store; safe for many threads. */
@Component
public class RegisteredModels {
    private record Parsed(String definition, Optional<Model> model) {}

    private final StateStore state;
    private final Map<ModelName, Parsed> parsed = new ConcurrentHashMap<>();

    RegisteredModels(StateStore state) {
        this.state = state;
    }

    /** All that are not deleted, by name. */
    public List<Registered> all() {
        return state.models().all().stream().map(this::registered).toList();
    }

    /** One that is not deleted. */
    public Optional<Registered> find(ModelName name) {
        return state.models()
                .find(name)
                .filter(stored -> stored.state() != ModelState.DELETED)
                .map(this::registered);
    }

    /** One that is not deleted; refuses with 404. */
    public Registered require(String name) {
        return find(name(name)).orElseThrow(() -> unknown(name));
    }

    /**
     * One whose copies may be written now; refuses with 404, or 409 while it is paused or broken, or all writes are.
     */
    public Registered requireWritable(String name) {
        Registered registered = require(name);
        ModelState now = registered.stored().state();
        if (now == ModelState.PAUSED || now == ModelState.BROKEN) {
            throw Refused.conflict(
                    "model-" + now.name().toLowerCase(Locale.ROOT),
                    "The model is " + now + ", so nothing of it is written. "
                            + (now == ModelState.PAUSED ? "Resume it first." : "It goes on when that is mended."));
        }
        if (state.models().writesPaused()) {
            throw Refused.conflict(
                    "writes-paused", "All writes are paused. Let them go on first: POST /api/v1/resume-writes.");
        }
        return registered;
    }

    /** The model of this name, deleted or not, as it is stored; refuses with 404. */
    public StoredModel requireEver(String name) {
        return state.models().find(name(name)).orElseThrow(() -> unknown(name));
    }

    /** The name; refuses with 404 what cannot be one. */
    static ModelName name(String name) {
        try {
            return new ModelName(name);
        } catch (IllegalArgumentException e) {
            throw unknown(name);
        }
    }

    private static Refused unknown(String name) {
        String shown = name.length() <= 80 ? name : name.substring(0, 80) + "…";
        return Refused.notFound("No model \"" + shown + "\" is registered. GET /api/v1/models lists them.");
    }

    private Registered registered(StoredModel stored) {
        Parsed known = parsed.compute(
                stored.name(),
                (name, before) -> before != null && before.definition().equals(stored.definition())
                        ? before
                        : new Parsed(stored.definition(), Definitions.stored(stored.definition())));
        return new Registered(stored, known.model());
    }
}
