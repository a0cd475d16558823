package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The forms of the model file that are read and checked, but not built in this release. Nothing is accepted without
 * effect: each is refused by name. One line below per form; whoever builds a form removes its line.
 */
public final class NotAvailable {
    private record SourceForm(String attribute, String form, Predicate<Source> used) {}

    private record CopyForm(String attribute, String form, Predicate<Copy> used) {}

    private static final List<SourceForm> SOURCE_FORMS = List.of(
            new SourceForm("version", "A version attribute", s -> s.version() != null),
            new SourceForm("onExpire", "\"onExpire: ignore\"", s -> s.onExpire() != Source.OnExpire.DELETE));

    private static final List<CopyForm> COPY_FORMS = List.of(
            new CopyForm("find.by", "\"by: list\"", c -> c.find() instanceof Find.ByList),
            new CopyForm("find.by", "\"by: via\"", c -> c.find() instanceof Find.ByVia),
            new CopyForm(
                    "find.buckets",
                    "\"buckets\"",
                    c -> c.find() instanceof Find.ByKey k && !k.buckets().isEmpty()),
            new CopyForm(
                    "find.elements",
                    "An array inside an array",
                    c -> c.elements() != null
                            && c.elements().path().segments().stream().anyMatch(name -> name.endsWith("[]"))),
            new CopyForm("strategy", "\"strategy: transaction\"", c -> c.strategy() == Copy.Strategy.TRANSACTION),
            new CopyForm("mode", "\"mode: observe\"", c -> c.mode() != Copy.Mode.ENFORCE),
            new CopyForm(
                    "onSourceDelete",
                    "\"onSourceDelete: delete\" of an element of an array",
                    c -> c.onSourceDelete() == Copy.OnSourceDelete.DELETE && c.elements() != null),
            new CopyForm(
                    "guard", "\"guard: timestamp\", which only Cassandra has,", c -> c.guard() != Copy.Guard.VERSION));

    private NotAvailable() {}

    /** One error of code {@code not-available} for each form the model uses that this release does not build. */
    public static List<Problem> check(Model model) {
        List<Problem> problems = new ArrayList<>();
        for (SourceForm form : SOURCE_FORMS) {
            if (form.used.test(model.source())) {
                problems.add(problem(At.ROOT.child("source").path() + "." + form.attribute, form.form));
            }
        }
        for (int i = 0; i < model.copies().size(); i++) {
            for (CopyForm form : COPY_FORMS) {
                if (form.used.test(model.copies().get(i))) {
                    problems.add(problem("copies[" + i + "]." + form.attribute, form.form));
                }
            }
        }
        return problems;
    }

    private static Problem problem(String path, String form) {
        return Problem.error(
                path,
                "not-available",
                form + " is not available on this store yet.",
                "Remove it, or wait for a release that builds it.");
    }
}
