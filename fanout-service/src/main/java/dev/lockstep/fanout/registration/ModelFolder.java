package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.settings.LockstepProperties;
import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.modelfile.ParsedModel;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Applies the model files of {@code lockstep.models.location} at the start. What cannot be applied, because a store is
 * down or the file is wrong, is shown and tried again every 15 seconds; the file is read anew each time.
 */
@Component
public class ModelFolder {
    private static final Logger log = LoggerFactory.getLogger(ModelFolder.class);
    private static final long LARGEST = 1_000_000;

    /**
     * A file that is not applied.
     *
     * @param file its name
     * @param problems why
     */
    public record FileProblem(String file, List<Problem> problems) {}

    private final Registrar registrar;
    private final Planner planner;
    private final RegisteredModels models;
    private final FileOwners owners;
    private final StateStore state;
    private final @Nullable Path folder;
    private final Map<String, FileProblem> waiting = new LinkedHashMap<>();
    private boolean started;

    ModelFolder(
            Registrar registrar,
            Planner planner,
            RegisteredModels models,
            FileOwners owners,
            StateStore state,
            LockstepProperties properties) {
        this.registrar = registrar;
        this.planner = planner;
        this.models = models;
        this.owners = owners;
        this.state = state;
        this.folder = properties.models().location();
    }

    /** The files that are not applied, with the reasons. */
    public List<FileProblem> notApplied() {
        synchronized (waiting) {
            return List.copyOf(waiting.values());
        }
    }

    @Scheduled(initialDelayString = "PT0S", fixedDelayString = "PT15S")
    void apply() {
        if (folder == null || (started && notApplied().isEmpty())) {
            return;
        }
        try {
            List<Path> files = started
                    ? notApplied().stream()
                            .map(file -> folder.resolve(file.file()))
                            .toList()
                    : files();
            files.forEach(this::apply);
            started = true;
        } catch (IOException e) {
            remember(".", Problem.error("", "folder-unreadable", "Could not read " + folder + ": " + e + ".", ""));
        }
    }

    private List<Path> files() throws IOException {
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().matches(".+\\.(ya?ml|json)"))
                    .sorted()
                    .toList();
        }
    }

    private void apply(Path file) {
        String name = file.getFileName().toString();
        try {
            if (Files.size(file) > LARGEST) {
                remember(name, Problem.error("", "document-too-large", "The file is larger than 1 MB.", ""));
                return;
            }
            Format format = name.endsWith(".json") ? Format.JSON : Format.YAML;
            List<Problem> problems = apply(name, Files.readString(file), format);
            if (problems.isEmpty()) {
                forget(name);
            } else {
                remember(name, problems.toArray(Problem[]::new));
            }
        } catch (IOException e) {
            remember(name, Problem.error("", "file-unreadable", "Could not read the file: " + e + ".", ""));
        } catch (Refused e) {
            remember(name, Problem.error("", e.code(), String.valueOf(e.getMessage()), ""));
        } catch (StateException e) {
            remember(name, Problem.error("", "state-store-unreachable", String.valueOf(e.getMessage()), ""));
        }
    }

    /** The reasons why the file is not applied; empty when it is, or was already. */
    private List<Problem> apply(String name, String text, Format format) {
        ParsedModel parsed = ModelFile.parse(text, format);
        Optional<Model> model = parsed.valid();
        if (model.isEmpty()) {
            return parsed.problems();
        }
        Optional<Registered> active = models.find(model.get().name());
        if (active.isPresent() && !isOfFile(active.get())) {
            return List.of(Problem.error(
                    "model",
                    "model-from-api",
                    "The model \"" + model.get().name() + "\" was registered through the API.",
                    "Delete it there, or remove the file: a model has one home."));
        }
        owners.own(model.get().name(), name);
        if (active.isPresent() && isUnchanged(model.get(), active.get())) {
            return List.of();
        }
        Plan plan = planner.plan(text, format);
        if (!plan.applies()) {
            return plan.errors();
        }
        Registration done = registrar.apply(plan, Request.ofFile(name, text, format));
        log.info(
                "Applied {}: model {} has revision {}",
                name,
                done.stored().name(),
                done.stored().revision());
        return List.of();
    }

    private boolean isOfFile(Registered active) {
        List<Revision> revisions = state.models().revisions(active.name());
        return !revisions.isEmpty()
                && revisions.get(revisions.size() - 1).author().startsWith(Request.FILE);
    }

    private static boolean isUnchanged(Model model, Registered active) {
        return ModelFile.toJson(Definitions.keepChosen(model, active.model()))
                .equals(active.stored().definition());
    }

    private void forget(String file) {
        synchronized (waiting) {
            waiting.remove(file);
        }
    }

    private void remember(String file, Problem... problems) {
        FileProblem now = new FileProblem(file, new ArrayList<>(List.of(problems)));
        FileProblem before;
        synchronized (waiting) {
            before = waiting.put(file, now);
        }
        if (!now.equals(before)) {
            log.error(
                    "Could not apply the model file {}: {}. It is tried again every 15 seconds; the other files are not"
                            + " affected.",
                    file,
                    problems[0].message());
        }
    }
}
