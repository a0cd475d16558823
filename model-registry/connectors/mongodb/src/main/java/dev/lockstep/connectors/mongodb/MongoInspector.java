package dev.lockstep.connectors.mongodb;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** Looks at collections, indexes and validators before anything is written. */
final class MongoInspector implements SchemaInspector {
    private final Databases databases;

    MongoInspector(Databases databases) {
        this.databases = databases;
    }

    @Override
    public List<Problem> inspectSource(Model model) {
        return MongoErrors.call("inspect the source of model " + model.name(), () -> {
            List<Problem> problems = new ArrayList<>();
            Source source = model.source();
            String name = source.at().collection();
            Optional<CollectionInfo> collection = CollectionInfo.find(databases, name);
            if (collection.isEmpty()) {
                problems.add(missing("source.collection", name));
            }
            collection.ifPresent(info -> problems.addAll(info.problems("source.collection")));
            unspellable("source.key", source.key().attributes(), problems);
            unspellable("source.where", source.where().equalities().keySet(), problems);
            if (problems.stream().noneMatch(Problem::refuses)) {
                keyProblems(source, collection, problems);
            }
            return problems;
        });
    }

    private void keyProblems(Source source, Optional<CollectionInfo> collection, List<Problem> problems) {
        List<String> attributes =
                source.key().attributes().stream().map(Paths::dotted).toList();
        if (attributes.equals(List.of("_id"))) {
            return;
        }
        String name = source.at().collection();
        boolean unique = IndexInfo.of(databases, name).stream().anyMatch(index -> index.isUniqueOver(attributes));
        if (!unique) {
            problems.add(Problem.error(
                    "source.key",
                    "source-key-not-unique",
                    "The source key " + attributes + " has no unique index in " + name
                            + ": one key could mean two sources, and a read of a source would scan.",
                    UniqueIndexes.createIndex(source)));
        }
        if (collection.isPresent() && !collection.get().keepsImages()) {
            problems.add(Problem.error(
                    "source.key",
                    "pre-images-missing",
                    "The source key is not _id, and " + name
                            + " keeps no pre-images: the change stream would not tell which source was deleted.",
                    "db.runCommand({collMod: "
                            + IndexInfo.quote(databases.namespace(name).getCollectionName())
                            + ", changeStreamPreAndPostImages: {enabled: true}})"));
        }
    }

    @Override
    public AccessPath inspectCopy(CopyDefinition definition) {
        return MongoErrors.call(
                "inspect the copies of " + definition, () -> new CopyInspection(databases, definition).run());
    }

    @Override
    public List<String> indexesFor(CopyDefinition definition) {
        return MongoErrors.call("read the indexes for " + definition, () -> {
            List<String> fields = CopyQuery.indexedPaths(definition);
            return IndexInfo.of(databases, definition.copy().at().collection()).stream()
                    .filter(index ->
                            index.startsWith(fields) && index.defects(fields).isEmpty())
                    .map(IndexInfo::name)
                    .toList();
        });
    }

    @Override
    public Sizes sizes(CopyDefinition definition, Source source) {
        return MongoErrors.call(
                "estimate sizes for " + definition, () -> new SizeEstimate(databases, definition, source).run());
    }

    static Problem missing(String path, String collection) {
        return Problem.warning(
                path,
                "collection-missing",
                "The collection " + collection + " does not exist yet.",
                "db.createCollection(" + IndexInfo.quote(collection) + ")");
    }

    static void unspellable(String where, Iterable<FieldPath> paths, List<Problem> problems) {
        for (FieldPath path : paths) {
            if (!Paths.isPlain(path)) {
                problems.add(Problem.error(
                        where,
                        "field-name-not-addressable",
                        "MongoDB's queries and updates cannot spell the field " + path
                                + ": a name with a dot or a leading dollar sign would be taken for another path.",
                        "Rename the field, or leave it out of the model."));
            }
        }
    }

    /**
     * What the server tells of a collection.
     *
     * @param name its configured name
     * @param info an entry of listCollections
     */
    record CollectionInfo(String name, BsonDocument info) {
        static Optional<CollectionInfo> find(Databases databases, String collection) {
            var namespace = databases.namespace(collection);
            BsonDocument found = databases
                    .database(namespace.getDatabaseName())
                    .listCollections(BsonDocument.class)
                    .filter(new BsonDocument("name", new org.bson.BsonString(namespace.getCollectionName())))
                    .first();
            return Optional.ofNullable(found).map(info -> new CollectionInfo(collection, info));
        }

        BsonDocument options() {
            return info.getDocument("options", new BsonDocument());
        }

        boolean keepsImages() {
            return options()
                    .getDocument("changeStreamPreAndPostImages", new BsonDocument())
                    .getBoolean("enabled", org.bson.BsonBoolean.FALSE)
                    .getValue();
        }

        List<Problem> problems(String path) {
            List<Problem> problems = new ArrayList<>();
            String type = info.getString("type", new org.bson.BsonString("collection"))
                    .getValue();
            if (!type.equals("collection")) {
                problems.add(Problem.error(
                        path,
                        "not-a-collection",
                        name + " is a " + type + ": it has no change stream of its own and takes no updates.",
                        "Name the collection that holds the records."));
            }
            if (options().containsKey("collation")) {
                problems.add(Problem.error(
                        path,
                        "collation",
                        name + " has a default collation, under which two different keys can be equal.",
                        "Use a collection with simple comparison."));
            }
            return problems;
        }
    }
}
