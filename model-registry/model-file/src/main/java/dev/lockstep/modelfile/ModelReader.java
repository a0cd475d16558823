package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a whole model. */
final class ModelReader {
    /** The newest format that this release reads. */
    static final int FORMAT = 1;

    private static final int MOST_COPIES = 200;
    private static final int MOST_FIELDS = 500;

    private final Problems problems;

    ModelReader(Problems problems) {
        this.problems = problems;
    }

    @Nullable
    Model model(Node root) {
        if (isNewer(root)) {
            return null;
        }
        Section section = Section.of(problems, At.ROOT, root, Attributes.MODEL);
        if (section == null) {
            return null;
        }
        section.whole("lockstep", FORMAT, FORMAT);
        section.require("model", "Name the model, such as \"model: order-customer\".");
        section.require("source", "Say where the truth is: {store, collection, key}.");
        section.require("copies", "List at least one copy definition.");
        ModelName name = name(section);
        Source source = new SourceReader(problems).source(section.section("source", Attributes.SOURCE));
        List<Copy> copies = copies(section, source);
        String description = section.text("description");
        String owner = section.text("owner");
        if (problems.refuses() || name == null || source == null) {
            return null;
        }
        Model model = new Model(name, description, owner, source, copies);
        Conflicts.within(model).forEach(this::add);
        return problems.refuses() ? null : model;
    }

    private void add(Problem problem) {
        problems.error(new At(problem.path()), problem.code(), problem.message(), problem.fix());
    }

    /** A newer format is reported alone: what else it says is not for this release to judge. */
    private boolean isNewer(Node root) {
        if (root instanceof Node.Fields fields
                && fields.members().get("lockstep") instanceof Node.Whole format
                && format.value().compareTo(BigInteger.valueOf(FORMAT)) > 0) {
            String needed = Shown.of(format.value().toString());
            problems.error(
                    At.ROOT.child("lockstep"),
                    "newer-format",
                    "This file has format " + needed + "; this release of Lockstep reads format " + FORMAT + ".",
                    "Use a release that reads format " + needed + ", or write the file in format " + FORMAT + ".");
            return true;
        }
        return false;
    }

    private @Nullable ModelName name(Section section) {
        String written = section.name("model");
        if (written == null) {
            return null;
        }
        try {
            return new ModelName(written);
        } catch (IllegalArgumentException e) {
            problems.error(
                    section.at("model"), "bad-name", SourceReader.badName("model", 63, written), SourceReader.NAME_FIX);
            return null;
        }
    }

    private List<Copy> copies(Section section, @Nullable Source source) {
        Node node = section.node("copies");
        List<Copy> copies = new ArrayList<>();
        if (!(node instanceof Node.Items list)) {
            if (node != null) {
                Section.wrongType(problems, section.at("copies"), node, "a list of copy definitions");
            }
            return copies;
        }
        if (list.items().isEmpty() || list.items().size() > MOST_COPIES) {
            problems.error(
                    section.at("copies"),
                    list.items().isEmpty() ? "empty" : "too-many-copies",
                    "A model has 1 to " + MOST_COPIES + " copy definitions, but this has "
                            + list.items().size() + ".",
                    list.items().isEmpty() ? "List at least one." : "Split the model.");
            return copies;
        }
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < list.items().size(); i++) {
            At at = section.at("copies").index(i);
            Section item = Section.of(problems, at, list.items().get(i), Attributes.COPY);
            Copy copy = item == null ? null : new CopyReader(problems).copy(item, source);
            if (copy != null) {
                refuseDuplicate(at, copy, i, seen);
                copies.add(copy);
            }
        }
        refuseTooManyFields(section.at("copies"), copies);
        return copies;
    }

    private void refuseDuplicate(At at, Copy copy, int index, Map<String, Integer> seen) {
        Integer first = seen.putIfAbsent(copy.name().value(), index);
        if (first != null) {
            problems.error(
                    at.child("name"),
                    "duplicate-copy-name",
                    "\"" + copy.name() + "\" is also the name of copies[" + first + "].",
                    "Give each copy definition a name of its own; the default is its collection.");
        }
    }

    private void refuseTooManyFields(At at, List<Copy> copies) {
        int fields = copies.stream().mapToInt(copy -> copy.fields().size()).sum();
        if (fields > MOST_FIELDS) {
            problems.error(
                    at,
                    "too-many-fields",
                    "A model has at most " + MOST_FIELDS + " registered fields, but this has " + fields + ".",
                    "Split the model.");
        }
    }
}
