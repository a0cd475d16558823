package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What models may not do to each other: one copy field has exactly one source (promise P9). Pure; any thread may call.
 */
public final class Conflicts {
    /**
     * The outcome.
     *
     * @param problems what the candidate is refused for
     * @param chains information: each way in which values travel over several models through the candidate, as model
     *     names from the source on, such as {@code [company-department, department-employee]}; at most 20
     */
    public record Report(List<Problem> problems, List<List<String>> chains) {
        public Report {
            problems = List.copyOf(problems);
            chains = List.copyOf(chains);
        }
    }

    private Conflicts() {}

    /**
     * Compares a model with all others that are registered.
     *
     * @param candidate the model to register
     * @param others the registered models, without the candidate's own former revision
     */
    public static Report check(Model candidate, Collection<Model> others) {
        Problems problems = new Problems();
        for (Model other : others) {
            if (other.name().equals(candidate.name())) {
                problems.error(
                        At.ROOT.child("model"),
                        "duplicate-model",
                        "There is a model \"" + other.name() + "\" already.",
                        "Choose another name, or change the model that exists.");
            }
            for (int i = 0; i < candidate.copies().size(); i++) {
                for (Copy theirs : other.copies()) {
                    claims(i, candidate.copies().get(i), theirs, "the model \"" + other.name() + "\"", problems);
                }
            }
        }
        Flow flow = new Flow(candidate, others);
        List<Problem> all = new ArrayList<>(problems.all());
        all.addAll(flow.cycles());
        return new Report(all, flow.chains());
    }

    /** The chains of {@link Report#chains} alone, for a model that is registered among these others. */
    public static List<List<String>> chains(Model registered, Collection<Model> others) {
        return new Flow(registered, others).chains();
    }

    /** The same between the copy definitions of one model. */
    static List<Problem> within(Model model) {
        Problems problems = new Problems();
        for (int i = 0; i < model.copies().size(); i++) {
            for (int j = 0; j < i; j++) {
                Copy theirs = model.copies().get(j);
                claims(i, model.copies().get(i), theirs, "copies[" + j + "] (" + theirs.name() + ")", problems);
            }
        }
        List<Problem> all = new ArrayList<>(problems.all());
        all.addAll(new Flow(model, List.of()).cycles());
        return all;
    }

    private static void claims(int index, Copy mine, Copy theirs, String owner, Problems problems) {
        if (Scope.of(mine).excludes(Scope.of(theirs))) {
            return;
        }
        for (FieldPath written : mine.written()) {
            FieldPath path = inRecord(mine, written);
            for (FieldPath other : theirs.written()) {
                FieldPath taken = inRecord(theirs, other);
                if (path.overlaps(taken)) {
                    problems.error(
                            writtenAt(index, mine, written),
                            path.equals(taken) ? "field-claimed-twice" : "overlapping-fields",
                            "\"" + Shown.of(path.toString()) + "\" in " + mine.at() + " "
                                    + (path.equals(taken)
                                            ? "is already kept by "
                                            : "overlaps \"" + Shown.of(taken.toString()) + "\", which is kept by ")
                                    + owner + ".",
                            "A copy field has one source: drop one of the two, or give both a \"where\" that can never"
                                    + " hold together.");
                }
            }
        }
    }

    private static At writtenAt(int index, Copy copy, FieldPath path) {
        return At.ROOT
                .child("copies")
                .index(index)
                .child(copy.mark().containsKey(path) ? "mark" : "fields")
                .child(path.toString());
    }

    static At fieldAt(int index, FieldRule field) {
        return At.ROOT
                .child("copies")
                .index(index)
                .child("fields")
                .child(field.target().toString());
    }

    /** Where a registered field is, counted from the record; positions in arrays are left out. */
    static FieldPath inRecord(Copy copy, FieldRule field) {
        return inRecord(copy, field.target());
    }

    private static FieldPath inRecord(Copy copy, FieldPath target) {
        if (copy.elements() == null) {
            return target;
        }
        List<String> segments = new ArrayList<>(copy.elements().path().segments());
        segments.addAll(target.segments());
        return new FieldPath(segments);
    }
}
