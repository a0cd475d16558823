package dev.lockstep.modelfile;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one copy definition. */
final class CopyReader {
    private final Problems problems;
    private final KeyReader keys;
    private final KeyRules keyRules;
    private final FindReader finds;
    private final FieldsReader fieldsReader;
    private final ValueReader values;
    private final CopyRules rules;

    CopyReader(Problems problems) {
        this.problems = problems;
        this.keys = new KeyReader(problems);
        this.keyRules = new KeyRules(problems);
        this.finds = new FindReader(problems);
        this.fieldsReader = new FieldsReader(problems);
        this.values = new ValueReader(problems);
        this.rules = new CopyRules(problems);
    }

    /** The copy definition, or {@code null} after a report. */
    @Nullable
    Copy copy(Section section, @Nullable Source source) {
        Variables variables = Variables.of(source);
        section.require("collection", "Name the collection or table of the copies.");
        String collection = section.name("collection");
        CopyName name = name(section, collection);
        StoreName store = section.has("store")
                ? SourceReader.store(problems, section)
                : source == null ? null : source.at().store();
        Section find = section.section("find", Attributes.FIND);
        Find found = finds.find(find, variables);
        Section elementsSection = elementsSection(section, find);
        Elements elements = finds.elements(elementsSection, variables);
        KeyPattern pointer = pointer(section, found, elementsSection, elements, variables);
        List<FieldRule> fields = fieldsReader.fields(section);
        Set<FieldPath> sensitive = fieldsReader.sensitive(section, fields);
        Filter where = values.filter(section, "where");
        Behaviour behaviour = Behaviour.read(problems, section, values);
        CopyPlans plans = CopyPlans.read(section);
        String writtenBy = section.text("writtenBy");
        if (collection == null
                || name == null
                || store == null
                || found == null
                || pointer == null
                || (elementsSection != null && elements == null)
                || behaviour.strategy() == null) {
            return null;
        }
        Copy copy = new Copy(
                name,
                new CollectionRef(store, collection),
                pointer,
                found,
                elements,
                where,
                fields,
                behaviour.strategy(),
                behaviour.mode(),
                behaviour.writer(),
                behaviour.onSourceDelete(),
                behaviour.mark(),
                behaviour.onMissing(),
                behaviour.guard(),
                behaviour.watch(),
                sensitive,
                plans.slo(),
                plans.repair(),
                writtenBy,
                plans.reads());
        rules.check(section.at(), copy, source);
        return copy;
    }

    private @Nullable CopyName name(Section section, @Nullable String collection) {
        String written = section.has("name") ? section.name("name") : collection;
        if (written == null) {
            return null;
        }
        try {
            return new CopyName(written);
        } catch (IllegalArgumentException e) {
            if (section.has("name")) {
                problems.error(
                        section.at("name"),
                        "bad-name",
                        SourceReader.badName("copy", 31, written),
                        "Write it like orders.");
            } else {
                problems.error(
                        section.at("name"),
                        "copy-name-needed",
                        "The collection's name \"" + Shown.of(written)
                                + "\" cannot name the copy definition: that is lower"
                                + " case letters and digits in words joined by hyphens, at most 31 characters.",
                        "Add \"name: " + suggested(written) + "\".");
            }
            return null;
        }
    }

    private static String suggested(String collection) {
        String words = collection
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[^a-z]+|-+$", "");
        String cut = words.substring(0, Math.min(31, words.length())).replaceAll("-+$", "");
        return cut.isEmpty() ? "copies" : cut;
    }

    private @Nullable Section elementsSection(Section section, @Nullable Section find) {
        if (find != null && find.has("elements") && section.has("elements")) {
            problems.error(
                    section.at("elements"),
                    "duplicate-attribute",
                    "\"elements\" is written twice, here and in \"find\".",
                    "Remove this one.");
        }
        return find != null && find.has("elements")
                ? find.section("elements", Attributes.ELEMENTS)
                : section.section("elements", Attributes.ELEMENTS);
    }

    private @Nullable KeyPattern pointer(
            Section section,
            @Nullable Find find,
            @Nullable Section elementsSection,
            @Nullable Elements elements,
            Variables variables) {
        boolean written = section.has("pointer");
        if (elementsSection != null) {
            if (written) {
                problems.error(
                        section.at("pointer"),
                        "pointer-with-elements",
                        "With \"elements\" the pointer is in each element: it is \"match\".",
                        "Remove \"pointer\".");
            }
            if (elements != null) {
                keyRules.checkBinds(
                        elementsSection.at("match"), elements.match().variables(), variables, "\"match\"");
            }
            return elements == null ? null : elements.match();
        }
        if (written) {
            Node.Fields map = section.map("pointer", "attributes of the copy and the variables that they hold");
            KeyPattern pointer = map == null ? null : keys.pointer(section.at("pointer"), map, variables);
            if (pointer != null) {
                keyRules.checkBinds(section.at("pointer"), pointer.variables(), variables, "The pointer");
            }
            return pointer;
        }
        return find == null ? null : derived(section, FindReader.patternOf(find), variables);
    }

    /** The pointer that is read back from the key by which a copy is found. */
    private @Nullable KeyPattern derived(Section section, KeyPattern key, Variables variables) {
        if (!variables.known() || key.variables().containsAll(variables.all())) {
            return key;
        }
        problems.error(
                section.at("pointer"),
                "missing-attribute",
                "\"pointer\" is missing: nothing in the copy says which source it repeats.",
                "Name the attribute of the copy that holds the source's key, such as \"pointer: {ATTRIBUTE: "
                        + String.join("}, {ATTRIBUTE: ", variables.all()) + "}\".");
        return null;
    }

    /** What happens to the copies, apart from where they are. */
    private record Behaviour(
            Copy.@Nullable Strategy strategy,
            Copy.Mode mode,
            Copy.@Nullable Writer writer,
            Copy.OnSourceDelete onSourceDelete,
            Map<FieldPath, Value> mark,
            Copy.OnMissing onMissing,
            Copy.Guard guard,
            boolean watch) {
        static Behaviour read(Problems problems, Section section, ValueReader values) {
            section.require(
                    "strategy", "Write \"strategy: stream\", \"strategy: repair\" or \"strategy: transaction\".");
            Copy.Strategy strategy = section.choice("strategy", Copy.Strategy.class);
            return new Behaviour(
                    strategy,
                    section.choice("mode", Copy.Mode.class, Copy.Mode.ENFORCE),
                    writer(problems, section, strategy),
                    section.choice("onSourceDelete", Copy.OnSourceDelete.class, Copy.OnSourceDelete.KEEP),
                    values.assignments(section, "mark"),
                    section.choice("onMissing", Copy.OnMissing.class, Copy.OnMissing.UNSET),
                    section.choice("guard", Copy.Guard.class, Copy.Guard.VERSION),
                    section.truth("watch", true));
        }

        private static Copy.@Nullable Writer writer(
                Problems problems, Section section, Copy.@Nullable Strategy strategy) {
            Section transaction = section.section("transaction", Attributes.TRANSACTION);
            Copy.Writer writer = transaction == null ? null : transaction.choice("writer", Copy.Writer.class);
            if (strategy == Copy.Strategy.TRANSACTION) {
                return writer == null ? Copy.Writer.LOCKSTEP : writer;
            }
            if (section.has("transaction") && strategy != null) {
                problems.error(
                        section.at("transaction"),
                        "attribute-does-not-apply",
                        "\"transaction\" goes with \"strategy: transaction\" only, not with \"strategy: "
                                + Section.written(strategy) + "\".",
                        "Remove it, or change the strategy.");
            }
            return null;
        }
    }
}
