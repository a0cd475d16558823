package dev.lockstep.fanout.registration;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.SchemaInspector.AccessPath;
import dev.lockstep.store.SchemaInspector.Sizes;
import dev.lockstep.store.StoreDescription;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.Stores;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One look at the stores of one model: rights, keys, access paths, sizes. A store that does not answer is a problem
 * like any other, said once, and the rest is looked at all the same. Used once, by one thread.
 */
final class StoreInspection {
    private final Stores stores;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<StoreName, Optional<Connector>> connectors = new LinkedHashMap<>();
    private final Set<StoreName> silent = new HashSet<>();

    StoreInspection(Stores stores) {
        this.stores = stores;
    }

    List<Problem> problems() {
        return problems;
    }

    /** The model with every look-up chosen that was left out; what cannot be chosen is a problem. */
    Model choose(Model model) {
        List<Copy> chosen = new ArrayList<>();
        for (int i = 0; i < model.copies().size(); i++) {
            Copy copy = model.copies().get(i);
            chosen.add(copy.find() instanceof Find.Unchosen ? choose(model, copy, i) : copy);
        }
        return new Model(model.name(), model.description(), model.owner(), model.source(), chosen);
    }

    private Copy choose(Model model, Copy copy, int index) {
        String path = "copies[" + index + "].find";
        Optional<SchemaInspector> inspector = inspector(copy.at().store(), "copies[" + index + "].store");
        if (inspector.isEmpty()) {
            return copy;
        }
        Optional<List<String>> fitting =
                asked(copy.at().store(), path, () -> inspector.get().indexesFor(new CopyDefinition(model, copy)));
        if (fitting.isEmpty()) {
            return copy;
        }
        if (fitting.get().isEmpty()) {
            return copy.foundBy(new Find.ByIndex(suggestedName(copy)));
        }
        if (fitting.get().size() > 1) {
            problems.add(Problem.error(
                    path,
                    "find-ambiguous",
                    "Several indexes of " + copy.at() + " fit: " + String.join(", ", fitting.get()) + ".",
                    "Choose one: find: {by: index, index: " + fitting.get().get(0) + "}."));
            return copy;
        }
        return copy.foundBy(new Find.ByIndex(fitting.get().get(0)));
    }

    /** No index fits: the connector then says that this one is missing, and how to create it. */
    private static String suggestedName(Copy copy) {
        return "by_"
                + copy.pointer().attributes().stream()
                        .map(FieldPath::toString)
                        .collect(Collectors.joining("_"))
                        .replaceAll("[^A-Za-z0-9_]", "_");
    }

    void source(Model model) {
        StoreName store = model.source().at().store();
        inspector(store, "source.store")
                .flatMap(inspector -> asked(store, "source", () -> inspector.inspectSource(model)))
                .ifPresent(problems::addAll);
    }

    List<Plan.CopyPlan> copies(Model model) {
        List<Plan.CopyPlan> plans = new ArrayList<>();
        for (int i = 0; i < model.copies().size(); i++) {
            plans.add(copy(new CopyDefinition(model, model.copies().get(i)), i));
        }
        return plans;
    }

    private Plan.CopyPlan copy(CopyDefinition definition, int index) {
        Copy copy = definition.copy();
        StoreName store = copy.at().store();
        String at = "copies[" + index + "]";
        Optional<SchemaInspector> inspector = inspector(store, at + ".store");
        Optional<AccessPath> path = inspector.flatMap(known -> asked(store, at, () -> known.inspectCopy(definition)));
        path.ifPresent(found -> found.problems().forEach(problem -> problems.add(under(at, problem))));
        boolean found = path.isPresent() && path.get().problems().stream().noneMatch(Problem::refuses);
        Optional<Sizes> sizes = found ? inspector.flatMap(known -> sizes(known, definition, at)) : Optional.empty();
        return new Plan.CopyPlan(
                copy.name().value(),
                copy.at().toString(),
                found ? path.map(AccessPath::description) : Optional.empty(),
                sizes.map(Sizes::sources).orElse(OptionalLong.empty()),
                sizes.map(Sizes::copies).orElse(OptionalLong.empty()),
                sizes.map(Sizes::copiesPerSource).orElse(Map.of()),
                sizes.map(Sizes::largest).orElse(Map.of()),
                Promises.of(copy, found && !isConsistent(definition)));
    }

    private boolean isConsistent(CopyDefinition definition) {
        return connectors
                .getOrDefault(definition.copy().at().store(), Optional.empty())
                .map(connector -> connector.copies().isConsistent(definition))
                .orElse(true);
    }

    /** Sizes are an estimate: without them the model is not refused, but the reader is told. */
    private Optional<Sizes> sizes(SchemaInspector inspector, CopyDefinition definition, String at) {
        try {
            return Optional.of(inspector.sizes(definition, definition.model().source()));
        } catch (StoreException e) {
            problems.add(Problem.warning(
                    at,
                    "sizes-unknown",
                    "Could not estimate how many copies a source has: " + e.getMessage(),
                    "Plan again to see the estimate."));
            return Optional.empty();
        }
    }

    /** Connectors name places from the copy on, or from the whole model on: both become paths in the model file. */
    private static Problem under(String at, Problem problem) {
        if (problem.path().startsWith("copies[") || problem.path().startsWith("source")) {
            return problem;
        }
        String path = problem.path().isEmpty() ? at : at + "." + problem.path();
        return new Problem(problem.severity(), path, problem.code(), problem.message(), problem.fix());
    }

    private Optional<SchemaInspector> inspector(StoreName store, String path) {
        if (!connectors.containsKey(store)) {
            connectors.put(store, connect(store, path));
        }
        return connectors.getOrDefault(store, Optional.empty()).map(Connector::inspector);
    }

    private Optional<Connector> connect(StoreName store, String path) {
        if (!stores.names().contains(store)) {
            problems.add(Problem.error(
                    path,
                    "unknown-store",
                    "The store \"" + store + "\" is not configured; configured are "
                            + stores.names().stream().sorted().toList() + ".",
                    "Configure lockstep.stores." + store + ", or name a store that is configured."));
            return Optional.empty();
        }
        Optional<Connector> connector = asked(store, path, () -> stores.get(store));
        Optional<StoreDescription> description = connector.flatMap(known -> asked(store, path, known::describe));
        description.ifPresent(known -> describe(store, path, known));
        return description.flatMap(known -> connector);
    }

    private void describe(StoreName store, String path, StoreDescription known) {
        for (String right : known.missingRights()) {
            problems.add(Problem.error(
                    path, "missing-right", "A right is missing in the store \"" + store + "\": " + right, ""));
        }
        if (!known.supported()) {
            problems.add(Problem.warning(
                    path, "unsupported-version", known.product() + " is not a version that is supported.", ""));
        }
        if (known.imitation()) {
            problems.add(Problem.warning(
                    path,
                    "imitation",
                    "The store \"" + store + "\" is an imitation (" + known.product()
                            + "), not the real product: sizes and speed say nothing about it.",
                    ""));
        }
    }

    /** What the store answers; its failure is a problem, and it is not asked again. */
    private <T> Optional<T> asked(StoreName store, String path, Supplier<T> question) {
        if (silent.contains(store)) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.get());
        } catch (StoreException e) {
            silent.add(store);
            problems.add(Problem.error(
                    path,
                    e.kind() == StoreException.Kind.AUTH_FAILED ? "store-refuses-credentials" : "store-unreachable",
                    "Could not look at the store \"" + store + "\": " + e.getMessage(),
                    "Try again when the store answers."));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            silent.add(store);
            problems.add(Problem.error(
                    path, "store-misconfigured", String.valueOf(e.getMessage()), "Correct lockstep.stores." + store));
            return Optional.empty();
        }
    }
}
