package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import dev.lockstep.connectors.mongodb.MongoInspector.CollectionInfo;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.store.SchemaInspector.AccessPath;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One look at one copy definition: every problem at once. */
final class CopyInspection {
    private static final int SAMPLE = 20;

    private final Databases databases;
    private final CopyDefinition definition;
    private final Copy copy;
    private final String collection;
    private final String path;
    private final List<Problem> problems = new ArrayList<>();

    CopyInspection(Databases databases, CopyDefinition definition) {
        this.databases = databases;
        this.definition = definition;
        this.copy = definition.copy();
        this.collection = copy.at().collection();
        this.path = "copies[" + definition.model().copies().indexOf(copy) + "]";
    }

    AccessPath run() {
        spelling();
        Optional<CollectionInfo> info = CollectionInfo.find(databases, collection);
        if (info.isEmpty()) {
            problems.add(MongoInspector.missing(path + ".collection", collection));
        }
        info.ifPresent(found -> problems.addAll(found.problems(path + ".collection")));
        info.ifPresent(found -> validator(found.options().getDocument("validator", new BsonDocument())));
        String description = accessPath();
        if (problems.stream().noneMatch(Problem::refuses)) {
            shardKey();
            pointerType();
        }
        return new AccessPath(description, problems);
    }

    private void spelling() {
        MongoInspector.unspellable(path + ".pointer", copy.pointer().attributes(), problems);
        MongoInspector.unspellable(path + ".where", copy.where().equalities().keySet(), problems);
        List<FieldPath> targets = copy.fields().stream().map(FieldRule::target).toList();
        if (copy.elements() != null) {
            MongoInspector.unspellable(path + ".fields", targets, problems);
            MongoInspector.unspellable(
                    path + ".elements", List.of(copy.elements().path()), problems);
        }
        for (FieldPath target : targets) {
            if (copy.elements() == null && target.head().equals("_id")) {
                error("fields", "field-in-primary-key", "_id cannot be changed: the record would have to move.", "");
            }
        }
    }

    private String accessPath() {
        if (copy.find() instanceof Find.ByIndex byIndex) {
            return index(byIndex.index());
        }
        if (copy.find() instanceof Find.ByKey byKey
                && byKey.index() == null
                && byKey.prefix().parts().isEmpty()
                && byKey.buckets().isEmpty()) {
            if (CopyQuery.indexedPaths(definition).equals(List.of("_id"))) {
                return "primary key _id: one record";
            }
            error(
                    "find",
                    "key-not-primary",
                    "The primary key of a MongoDB collection is _id, but find names "
                            + CopyQuery.indexedPaths(definition) + ".",
                    "Use find: {by: index, index: NAME}, or name _id.");
            return "none";
        }
        error(
                "find",
                "find-not-available",
                "This form of find is not available on this store yet.",
                "MongoDB has: by index, and by key with the complete _id.");
        return "none";
    }

    private String index(String name) {
        List<String> fields = CopyQuery.indexedPaths(definition);
        String createIndex =
                CopyQuery.createIndex(databases.namespace(collection).getCollectionName(), name, definition);
        List<IndexInfo> indexes = IndexInfo.of(databases, collection);
        Optional<IndexInfo> found =
                indexes.stream().filter(index -> index.name().equals(name)).findFirst();
        if (found.isEmpty()) {
            error(
                    "find.index",
                    "index-missing",
                    collection + " has no index " + name + ", only "
                            + indexes.stream().map(IndexInfo::name).toList() + ".",
                    createIndex);
            return "none";
        }
        IndexInfo index = found.get();
        if (!index.startsWith(fields)) {
            error(
                    "find.index",
                    "index-does-not-lead-with-pointer",
                    "The index " + name + " is over " + index.keys().toJson() + "; its leading part must be " + fields
                            + ", or every look-up would scan.",
                    CopyQuery.createIndex(
                            databases.namespace(collection).getCollectionName(),
                            String.join("_1_", fields) + "_1",
                            definition));
            return "none";
        }
        index.defects(fields).forEach(defect -> error("find.index", defect.code(), defect.message(), createIndex));
        multikey(name);
        return "index " + name + " " + index.keys().toJson() + ", named by hint in every look-up and write: no scan";
    }

    /** Asks the planner; servers that do not explain are not asked further. */
    private void multikey(String name) {
        MongoNamespace namespace = databases.namespace(collection);
        BsonDocument filter = new BsonDocument();
        CopyQuery.indexedPaths(definition).forEach(field -> filter.put(field, new BsonString("")));
        BsonDocument find = new BsonDocument("find", new BsonString(namespace.getCollectionName()))
                .append("filter", filter)
                .append("hint", new BsonString(name));
        BsonDocument explain = new BsonDocument("explain", find).append("verbosity", new BsonString("queryPlanner"));
        try {
            BsonDocument answer =
                    databases.database(namespace.getDatabaseName()).runCommand(explain, BsonDocument.class);
            if (copy.elements() == null && holds(answer, "isMultiKey")) {
                error(
                        "find.index",
                        "index-multikey",
                        "Some pointers in " + collection
                                + " are arrays: one record would be a copy of several sources.",
                        "Describe copies in arrays with elements, or mend the records.");
            }
        } catch (MongoCommandException notExplained) {
            if (notExplained.getErrorMessage().contains("hint provided")) {
                error("find.index", "index-not-usable", "The index " + name + " is still being built.", "Wait for it.");
            }
        }
    }

    private static boolean holds(BsonValue value, String flag) {
        if (value instanceof BsonDocument document) {
            BsonValue found = document.get(flag);
            boolean here =
                    found != null && found.isBoolean() && found.asBoolean().getValue();
            return here || document.values().stream().anyMatch(inner -> holds(inner, flag));
        }
        return value instanceof BsonArray array && array.stream().anyMatch(inner -> holds(inner, flag));
    }

    private void validator(BsonDocument validator) {
        if (!(validator.get("$jsonSchema") instanceof BsonDocument schema)) {
            return;
        }
        BsonDocument around = schema;
        if (copy.elements() != null) {
            for (String name : copy.elements().path().segments()) {
                around = property(around, name);
            }
            around = around.get("items") instanceof BsonDocument items ? items : new BsonDocument();
        }
        BsonValue additional = around.get("additionalProperties");
        boolean closed = additional != null
                && additional.isBoolean()
                && !additional.asBoolean().getValue();
        String prefix = databases.settings().labelPrefix();
        if (closed && property(around, prefix).isEmpty() && !patternAllows(around, prefix)) {
            error(
                    "collection",
                    "validator-refuses-label",
                    "The validator of " + collection + " has additionalProperties: false and does not allow " + prefix
                            + ", so every write would be refused.",
                    "Add to the schema's properties: " + prefix + ": {bsonType: 'object'}");
        }
    }

    private static BsonDocument property(BsonDocument schema, String name) {
        return schema.get("properties") instanceof BsonDocument properties
                        && properties.get(name) instanceof BsonDocument found
                ? found.isEmpty() ? new BsonDocument("any", new BsonInt32(1)) : found
                : new BsonDocument();
    }

    private static boolean patternAllows(BsonDocument schema, String name) {
        return schema.get("patternProperties") instanceof BsonDocument patterns
                && patterns.keySet().stream()
                        .anyMatch(pattern -> java.util.regex.Pattern.compile(pattern)
                                .matcher(name)
                                .find());
    }

    /** Only where the user may read the cluster's configuration. */
    private void shardKey() {
        MongoNamespace namespace = databases.namespace(collection);
        BsonDocument sharded;
        try {
            sharded = databases
                    .database("config")
                    .getCollection("collections", BsonDocument.class)
                    .find(new BsonDocument("_id", new BsonString(namespace.getFullName())))
                    .first();
        } catch (MongoCommandException notAllowed) {
            return;
        }
        if (sharded == null || !(sharded.get("key") instanceof BsonDocument key)) {
            return;
        }
        copy.fields().stream()
                .filter(field -> copy.elements() == null)
                .filter(field -> key.containsKey(Paths.dotted(field.target())))
                .forEach(field -> error(
                        "fields",
                        "field-in-shard-key",
                        "The field " + field.target() + " is part of the shard key: a change would move the record.",
                        "Leave it out."));
        if (!CopyQuery.indexedPaths(definition).containsAll(key.keySet())) {
            problems.add(Problem.warning(
                    path + ".pointer",
                    "shard-key-not-in-pointer",
                    "The shard key " + key.toJson() + " is not in the pointer: each change asks every shard.",
                    ""));
        }
    }

    /** The classic: a pointer that is a string where the source's key is an ObjectId. Nothing would ever match. */
    private void pointerType() {
        Source source = definition.model().source();
        for (KeyPattern.Part pointer : copy.pointer().parts()) {
            Optional<FieldPath> variable = pointer.template().wholeVariable();
            Optional<KeyPattern.Part> key = source.key().parts().stream()
                    .filter(part -> part.template().wholeVariable().equals(variable))
                    .findFirst();
            if (variable.isEmpty()
                    || key.isEmpty()
                    || !source.at().store().equals(copy.at().store())) {
                continue;
            }
            Set<String> pointers = types(collection, copy.elements(), pointer.attribute());
            Set<String> keys = types(source.at().collection(), null, key.get().attribute());
            if (!pointers.isEmpty() && !keys.isEmpty() && pointers.stream().noneMatch(keys::contains)) {
                error(
                        "pointer",
                        "pointer-type-differs",
                        "The pointer " + pointer.attribute() + " in " + collection + " is of type " + pointers
                                + " in all of " + SAMPLE + " sampled records, the key "
                                + key.get().attribute()
                                + " of the source of type " + keys + ": they never match.",
                        "Store both with one type.");
            }
        }
    }

    private Set<String> types(String where, dev.lockstep.registry.@Nullable Elements elements, FieldPath attribute) {
        Set<String> types = new TreeSet<>();
        List<BsonDocument> pipeline = List.of(
                new BsonDocument("$sample", new BsonDocument("size", new BsonInt32(SAMPLE))),
                new BsonDocument(
                        "$project",
                        Projections.including("", List.of(elements == null ? attribute : elements.path()))));
        databases.collection(where).aggregate(pipeline).forEach(document -> {
            if (elements == null) {
                addType(document, attribute, types);
            } else if (at(document, elements.path()) instanceof BsonArray array) {
                array.forEach(element -> addType(element, attribute, types));
            }
        });
        return types;
    }

    private static void addType(BsonValue from, FieldPath attribute, Set<String> types) {
        BsonValue value = at(from, attribute);
        if (value != null && !value.isNull()) {
            types.add(
                    value.isNumber() || value.isDecimal128()
                            ? "NUMBER"
                            : value.getBsonType().name());
        }
    }

    private static @Nullable BsonValue at(BsonValue from, FieldPath path) {
        BsonValue here = from;
        for (String name : path.segments()) {
            if (!(here instanceof BsonDocument document) || !document.containsKey(name)) {
                return null;
            }
            here = document.get(name);
        }
        return here;
    }

    private void error(String where, String code, String message, String fix) {
        problems.add(Problem.error(path + "." + where, code, message, fix));
    }
}
