package dev.lockstep.repair.load;

import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.modelfile.ParsedModel;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.StoreName;
import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.Mode;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.ModelStore.StoredModel;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the models that a command names; throws {@link CouldNotLoad} with all that is wrong. */
public final class Targets {
    /** Above every epoch that is ever allocated, so that no label counts as one of a later revision. */
    private static final Epoch UNREGISTERED = new Epoch(9_999_999_999L);

    private final Command command;
    private final Set<StoreName> stores;
    private final List<String> problems = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /**
     * What was found.
     *
     * @param targets the models to look at
     * @param skipped models that were not named and are left out, one sentence each
     */
    public record Loaded(List<Target> targets, List<String> skipped) {}

    private Targets(Command command, Set<StoreName> stores) {
        this.command = command;
        this.stores = stores;
    }

    /**
     * The models of a command.
     *
     * @param stores names of the configured stores
     * @param models asked only when the command names no file
     */
    public static Loaded of(Command command, Set<StoreName> stores, Supplier<ModelStore> models) {
        Targets targets = new Targets(command, stores);
        List<Target> found =
                command.file().isPresent() ? targets.fromFile(command.file().get()) : targets.registered(models.get());
        if (!targets.problems.isEmpty()) {
            throw new CouldNotLoad(targets.problems);
        }
        return new Loaded(found, targets.skipped);
    }

    private List<Target> fromFile(Path file) {
        Optional<String> text = read(file);
        if (text.isEmpty()) {
            return List.of();
        }
        boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        ParsedModel parsed = ModelFile.parse(text.get(), json ? Format.JSON : Format.YAML);
        parsed.problems().stream().filter(Problem::refuses).forEach(problem -> problems.add(line(file, problem)));
        return parsed.valid().stream()
                .map(model -> new ActiveModel(model, 0, UNREGISTERED, ModelState.UNVERIFIED))
                .flatMap(active -> target(active, false))
                .toList();
    }

    private Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            problems.add("Could not read the model file " + file + ": there is no such file.");
        } catch (CharacterCodingException e) {
            problems.add("Could not read the model file " + file + ": it is not UTF-8 text.");
        } catch (IOException e) {
            problems.add("Could not read the model file " + file + ": " + e.getMessage() + ".");
        }
        return Optional.empty();
    }

    private static String line(Path file, Problem problem) {
        String where = problem.path().isEmpty() ? "" : " at " + problem.path();
        String fix = problem.fix().isEmpty() ? "" : " " + problem.fix();
        return file + where + ": " + problem.message() + " (" + problem.code() + ")." + fix;
    }

    private List<Target> registered(ModelStore models) {
        List<Target> found = new ArrayList<>();
        if (command.mode() == Mode.REPAIR && models.writesPaused()) {
            problems.add("All writes are paused, so nothing is written. Let them go on first"
                    + " (POST /api/v1/resume-writes), or use check or dry-run.");
            return found;
        }
        if (command.models().isEmpty()) {
            models.all().stream().flatMap(this::target).forEach(found::add);
            if (found.isEmpty() && problems.isEmpty() && skipped.isEmpty()) {
                problems.add("No model is registered in this state store. Is lockstep.state the one of the service?");
            }
            return found;
        }
        for (ModelName name : command.models()) {
            Optional<StoredModel> stored = models.find(name).filter(model -> model.state() != ModelState.DELETED);
            if (stored.isEmpty()) {
                problems.add("There is no registered model \"" + name + "\". Registered are: " + names(models) + ".");
            }
            stored.stream().flatMap(this::target).forEach(found::add);
        }
        return found;
    }

    private static String names(ModelStore models) {
        List<String> names =
                models.all().stream().map(model -> model.name().value()).toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private Stream<Target> target(StoredModel stored) {
        ParsedModel parsed = ModelFile.parse(stored.definition(), Format.JSON);
        if (parsed.valid().isEmpty()) {
            problems.add("Could not read the stored definition of model \"" + stored.name()
                    + "\": it may be of a newer release. Use the release of the service that registered it.");
            return Stream.empty();
        }
        if (mayNotBeWritten(stored)) {
            return Stream.empty();
        }
        return target(new ActiveModel(parsed.valid().get(), stored.revision(), stored.epoch(), stored.state()), true);
    }

    /** A model that was named is refused; of all models, it is left out. */
    private boolean mayNotBeWritten(StoredModel stored) {
        boolean mayNot = stored.state() == ModelState.PAUSED || stored.state() == ModelState.BROKEN;
        if (command.mode() != Mode.REPAIR || !mayNot) {
            return false;
        }
        String why = stored.stateReason() == null ? "" : " (" + stored.stateReason() + ")";
        (command.models().isEmpty() ? skipped : problems)
                .add("Model \"" + stored.name() + "\" is " + stored.state() + why + ", so nothing is written. "
                        + (stored.state() == ModelState.PAUSED ? "Resume it first" : "Mend it first")
                        + ", or use check or dry-run.");
        return true;
    }

    private Stream<Target> target(ActiveModel active, boolean registered) {
        Model model = active.model();
        Set<StoreName> missing = new TreeSet<>();
        Stream.concat(Stream.of(model.source().at()), model.copies().stream().map(copy -> copy.at()))
                .map(at -> at.store())
                .filter(store -> !stores.contains(store))
                .forEach(missing::add);
        missing.forEach(store -> problems.add("Model \"" + model.name() + "\" needs the store \"" + store
                + "\", which is not configured. Configured are: "
                + (stores.isEmpty() ? "none" : new TreeSet<>(stores)) + ". Set lockstep.stores." + store
                + ".kind and its settings, or name the service's configuration by --config."));
        for (CopyName name : command.copies()) {
            if (model.copies().stream().noneMatch(copy -> copy.name().equals(name))) {
                problems.add("Model \"" + model.name() + "\" has no copy \"" + name + "\". It has: "
                        + model.copies().stream()
                                .map(copy -> copy.name().value())
                                .toList() + ".");
            }
        }
        List<CopyDefinition> wanted = model.definitions().stream()
                .filter(definition -> command.copies().isEmpty()
                        || command.copies().contains(definition.copy().name()))
                .toList();
        return Stream.of(new Target(active, wanted, registered));
    }
}
