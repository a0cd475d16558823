package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Looks at tables, their keys, indexes and streams. */
final class DynamoInspector implements SchemaInspector {
    private final Client client;

    DynamoInspector(Client client) {
        this.client = client;
    }

    @Override
    public List<Problem> inspectSource(Model model) {
        Source source = model.source();
        Optional<Table> table = find(source.at().collection());
        if (table.isEmpty()) {
            return List.of(missing("source.collection", source.at().collection()));
        }
        List<Problem> problems = new ArrayList<>(streamProblems("source.collection", table.get()));
        if (!CopyQuery.isOf(source.key(), table.get().key())) {
            problems.add(Problem.error(
                    "source.key",
                    "source-key-not-unique",
                    "The source key is over "
                            + source.key().attributes().stream()
                                    .map(FieldPath::toString)
                                    .toList()
                            + ", but only the whole primary key " + table.get().key() + " of "
                            + table.get().name() + " names one item.",
                    "Name every attribute of the primary key; a constant one, such as PROFILE, is a template without"
                            + " variables."));
        }
        return problems;
    }

    private Optional<Table> find(String name) {
        try {
            return Optional.of(client.describe(name));
        } catch (StoreException failure) {
            if (failure.kind() == Kind.ACCESS_PATH_LOST) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    static Problem missing(String path, String table) {
        return Problem.error(
                path,
                "collection-missing",
                "There is no table " + table + ".",
                "Create it: its primary key decides how items are found. aws dynamodb create-table --table-name "
                        + table + " …");
    }

    /** Both images are needed: the old one tells the key of what was deleted, and which writes were our own. */
    static List<Problem> streamProblems(String path, Table table) {
        StreamViewType view = table.view();
        if (view == StreamViewType.NEW_AND_OLD_IMAGES) {
            return List.of();
        }
        if (view == null) {
            return List.of(Problem.error(
                    path,
                    "stream-off",
                    "The table " + table.name() + " has no stream.",
                    Commands.enableStream(table.name())));
        }
        return List.of(Problem.error(
                path,
                "stream-view-type",
                "The stream of " + table.name() + " carries " + view + "; Lockstep needs NEW_AND_OLD_IMAGES.",
                "A stream cannot be changed, only made anew, and a new one cuts off everybody who reads the old one: tell"
                        + " them first. Then: "
                        + Commands.disableStream(table.name()) + " && " + Commands.enableStream(table.name())));
    }

    @Override
    public AccessPath inspectCopy(CopyDefinition definition) {
        String path = "copies[" + definition.model().copies().indexOf(definition.copy()) + "]";
        Optional<Table> table = find(definition.copy().at().collection());
        return table.isEmpty()
                ? new AccessPath(
                        "none",
                        List.of(missing(
                                path + ".collection", definition.copy().at().collection())))
                : new CopyInspection(definition, table.get(), path).run();
    }

    @Override
    public List<String> indexesFor(CopyDefinition definition) {
        Optional<Table> table = find(definition.copy().at().collection());
        Set<String> pointer = definition.copy().pointer().attributes().stream()
                .filter(path -> path.segments().size() == 1)
                .map(FieldPath::head)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return table.stream()
                .flatMap(known -> known.indexes().entrySet().stream())
                .filter(index ->
                        index.getValue().ready() && leads(index.getValue().key(), pointer))
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    /** True when a query by these attributes reads one part of the index and nothing else. */
    static boolean leads(List<String> key, Set<String> attributes) {
        return attributes.contains(key.get(0))
                && (attributes.size() == 1 || (attributes.size() == 2 && attributes.containsAll(key)));
    }

    @Override
    public Sizes sizes(CopyDefinition definition, Source source) {
        return new SizeEstimate(client, definition, source).run();
    }
}
