package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Problem;
import dev.lockstep.store.SchemaInspector.AccessPath;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The access path of one copy definition in its table, and what stands against it. */
final class CopyInspection {
    private final CopyDefinition definition;
    private final Copy copy;
    private final Table table;
    private final String at;
    private final List<Problem> problems = new ArrayList<>();

    CopyInspection(CopyDefinition definition, Table table, String at) {
        this.definition = definition;
        this.copy = definition.copy();
        this.table = table;
        this.at = at;
    }

    AccessPath run() {
        if (copy.elements() != null) {
            error(
                    "elements",
                    "elements-not-available",
                    "Copies in the elements of lists are not available on DynamoDB" + " yet.",
                    "Keep the copies as items of their own.");
            return new AccessPath("none", problems);
        }
        fields();
        if (copy.watch() && copy.strategy() == Copy.Strategy.STREAM) {
            problems.addAll(DynamoInspector.streamProblems(at + ".collection", table));
        }
        return new AccessPath(accessPath(), problems);
    }

    private void error(String attribute, String code, String message, String fix) {
        problems.add(Problem.error(at + "." + attribute, code, message, fix));
    }

    private void fields() {
        for (FieldRule field : copy.fields()) {
            String name = field.target().head();
            if (table.key().contains(name)) {
                error(
                        "fields",
                        "field-in-primary-key",
                        name + " belongs to the primary key of " + table.name()
                                + " and cannot be changed: the item would have to move.",
                        "Leave it out.");
            }
            table.indexes().forEach((index, known) -> {
                if (known.key().contains(name)) {
                    problems.add(Problem.warning(
                            at + ".fields",
                            "field-in-index-key",
                            name + " is a key of the index " + index
                                    + ": each change moves the item there, which takes two index writes, and empty text,"
                                    + " null or another type cannot be stored: such a change becomes a dead letter.",
                            "Keep the source's value of that type and never empty, or leave the field out."));
                }
            });
        }
    }

    private String accessPath() {
        if (copy.find() instanceof Find.ByIndex byIndex) {
            return index(byIndex.index(), pointer());
        }
        if (copy.find() instanceof Find.ByKey byKey && byKey.buckets().isEmpty()) {
            Set<String> whole = names(byKey.key().attributes());
            Set<String> all = new LinkedHashSet<>(whole);
            all.addAll(names(byKey.prefix().attributes()));
            return byKey.index() == null ? primary(whole, all) : index(byKey.index(), all);
        }
        error(
                "find",
                "find-not-available",
                "This form of find is not available on DynamoDB yet.",
                "DynamoDB has: by index, and by key with the complete primary key, its partition key, or a prefix.");
        return "none";
    }

    private Set<String> pointer() {
        return names(copy.pointer().attributes());
    }

    private static Set<String> names(List<FieldPath> paths) {
        return paths.stream().map(FieldPath::toString).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String primary(Set<String> whole, Set<String> all) {
        if (!whole.contains(table.partitionKey()) || !table.key().containsAll(all)) {
            error(
                    "find.key",
                    "key-not-primary",
                    "The primary key of " + table.name() + " is " + table.key() + ", but find names " + all + ".",
                    "Name its partition key " + table.partitionKey() + ", and its sort key or the prefix of it.");
            return "none";
        }
        return whole.containsAll(table.key())
                ? "primary key " + table.key() + ": one item, strongly read"
                : "query of one partition by " + all + ", strongly read: no scan";
    }

    private String index(String name, Set<String> attributes) {
        Table.Index index = table.indexes().get(name);
        if (index == null) {
            error(
                    "find.index",
                    "index-missing",
                    table.name() + " has no index " + name + ", only "
                            + table.indexes().keySet() + "; it must be over " + attributes + ".",
                    Commands.createIndex(definition));
            return "none";
        }
        if (!DynamoInspector.leads(index.key(), attributes)) {
            error(
                    "find.index",
                    "index-does-not-lead-with-pointer",
                    "The index " + name + " is over " + index.key() + "; its partition key must be among " + attributes
                            + ", and it must have no more of them than its key, or look-ups would read what is no copy.",
                    Commands.createIndex(definition));
            return "none";
        }
        if (!index.ready()) {
            error("find.index", "index-not-ready", "The index " + name + " is still being made.", "Wait for ACTIVE.");
        }
        capacity(name, index);
        return (index.global() ? "global index " : "local index ") + name + " " + index.key()
                + ", named in each query: no scan" + (index.global() ? "; it lags behind the table" : "");
    }

    /** All copies of a source share one key of the index: what a write changes there is written there too. */
    private void capacity(String name, Table.Index index) {
        List<String> carried = copy.fields().stream()
                .map(field -> field.target().head())
                .filter(field ->
                        index.projected().contains("*") || index.projected().contains(field))
                .toList();
        if (index.global() && !carried.isEmpty()) {
            problems.add(Problem.warning(
                    at + ".find.index",
                    "index-carries-copied-field",
                    "The index " + name + " carries " + carried
                            + ": each copy write is written there too, under the one"
                            + " key that all copies of a source share, which takes about 1,000 write units a second.",
                    "Project KEYS_ONLY, or leave the copied fields out of the projection."));
        }
    }
}
