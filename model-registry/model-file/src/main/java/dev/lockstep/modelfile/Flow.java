package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How values travel: one model feeds another when it writes a field that the other one watches as its source. */
final class Flow {
    private static final int MOST_CHAINS = 20;
    private static final int MOST_TRIED = 200;

    private final Model candidate;
    private final List<Model> models;

    Flow(Model candidate, Collection<Model> others) {
        this.candidate = candidate;
        this.models = new ArrayList<>(others);
        models.add(candidate);
    }

    /** One problem for each field of the candidate whose value would come back to it. */
    List<Problem> cycles() {
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < candidate.copies().size(); i++) {
            for (FieldRule field : candidate.copies().get(i).fields()) {
                List<String> way = wayBack(candidate.copies().get(i), field);
                if (!way.isEmpty()) {
                    problems.add(Problem.error(
                            Conflicts.fieldAt(i, field).path(),
                            "cycle",
                            "The value would come back to its own source: " + String.join(" → ", way) + ".",
                            "Break the circle: let the application alone write one of these fields, or keep sources"
                                    + " and copies apart by \"where\"."));
                }
            }
        }
        return problems;
    }

    /** The shortest way from what this field feeds back to the candidate, as model names; empty if there is none. */
    private List<String> wayBack(Copy copy, FieldRule field) {
        Deque<List<Model>> ways = new ArrayDeque<>();
        Set<Model> seen = new HashSet<>();
        models.stream().filter(next -> feeds(copy, field, next)).forEach(next -> ways.add(List.of(candidate, next)));
        while (!ways.isEmpty()) {
            List<Model> way = ways.remove();
            Model last = way.get(way.size() - 1);
            if (last.equals(candidate)) {
                return names(way);
            }
            if (seen.add(last)) {
                models.stream().filter(next -> feeds(last, next)).forEach(next -> ways.add(longer(way, next)));
            }
        }
        return List.of();
    }

    /** The chains of two and more models that the candidate is part of, at most 20. */
    List<List<String>> chains() {
        List<List<Model>> found = new ArrayList<>();
        for (Model first : models) {
            if (models.stream().noneMatch(before -> !before.equals(first) && feeds(before, first))) {
                extend(List.of(first), found);
            }
        }
        return found.stream()
                .filter(chain -> chain.size() > 1 && chain.contains(candidate))
                .map(Flow::names)
                .limit(MOST_CHAINS)
                .toList();
    }

    private void extend(List<Model> chain, List<List<Model>> found) {
        if (found.size() > MOST_TRIED) {
            return;
        }
        Model last = chain.get(chain.size() - 1);
        List<Model> next = models.stream()
                .filter(model -> !chain.contains(model) && feeds(last, model))
                .toList();
        if (next.isEmpty()) {
            found.add(chain);
        }
        next.forEach(model -> extend(longer(chain, model), found));
    }

    private static List<String> names(List<Model> way) {
        return way.stream().map(model -> model.name().value()).toList();
    }

    private static List<Model> longer(List<Model> way, Model next) {
        List<Model> longer = new ArrayList<>(way);
        longer.add(next);
        return longer;
    }

    private static boolean feeds(Model from, Model to) {
        return from.copies().stream()
                .anyMatch(copy -> copy.fields().stream().anyMatch(field -> feeds(copy, field, to)));
    }

    private static boolean feeds(Copy copy, FieldRule field, Model to) {
        return copy.at().equals(to.source().at())
                && to.watchedSourcePaths().stream().anyMatch(Conflicts.inRecord(copy, field)::overlaps)
                && !Scope.of(copy).excludes(Scope.of(to.source()));
    }
}
