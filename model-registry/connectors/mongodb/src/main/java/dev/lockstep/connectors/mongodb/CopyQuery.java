package dev.lockstep.connectors.mongodb;

import com.mongodb.client.model.Collation;
import com.mongodb.client.model.UpdateOptions;
import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.CheckWrite;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What one copy definition asks of MongoDB: how its copies are found, under which condition they are written, and what
 * is written.
 */
final class CopyQuery {
    /** The name of the element in array filters. */
    private static final String ELEMENT = "e";

    private final CopyDefinition definition;
    private final FieldPath label;

    CopyQuery(CopyDefinition definition, String labelPrefix) {
        this.definition = definition;
        this.label = definition.labelPath(labelPrefix);
    }

    /** The index by which copies are found, {@code null} for the primary key, which is always there. */
    @Nullable
    String index() {
        Find find = definition.copy().find();
        if (find instanceof Find.ByIndex byIndex) {
            return byIndex.index();
        }
        return find instanceof Find.ByKey byKey ? byKey.index() : null;
    }

    /** All copies of the key, whatever their label and {@code where}. */
    BsonDocument copiesOf(SourceKey key) {
        BsonDocument filter = new BsonDocument();
        Find find = definition.copy().find();
        if (find instanceof Find.ByKey byKey) {
            byKey.key().render(key).forEach((path, value) -> equal(filter, "", path, value));
        } else if (!(find instanceof Find.ByIndex)) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not look up copies of " + definition
                            + ": this way of finding them is not available on MongoDB"
                            + " yet. Nothing was read or written.",
                    null);
        }
        Elements elements = definition.copy().elements();
        BsonDocument match = elements == null ? filter : new BsonDocument();
        pointer(key).forEach((path, value) -> {
            if (!(elements == null && match.containsKey(Paths.dotted(path)))) {
                equal(match, "", path, value);
            }
        });
        if (elements != null) {
            filter.put(Paths.dotted(elements.path()), new BsonDocument("$elemMatch", match));
        }
        return filter;
    }

    /**
     * What the index alone can tell of the copies of these keys: no fewer than there are. Not for definitions whose
     * {@link #index} is {@code null}.
     */
    BsonDocument perhapsCopiesOf(Collection<SourceKey> keys) {
        List<String> paths = indexedPaths(definition);
        List<BsonDocument> each = new ArrayList<>();
        for (SourceKey key : keys) {
            Iterator<Value> values = indexedValues(key).iterator();
            BsonDocument one = new BsonDocument();
            paths.forEach(path -> one.put(path, BsonMapping.toBson(values.next())));
            each.add(one);
        }
        if (paths.size() > 1) {
            return new BsonDocument("$or", new BsonArray(each));
        }
        BsonArray values = new BsonArray();
        each.forEach(one -> values.addAll(one.values()));
        return new BsonDocument(paths.get(0), new BsonDocument("$in", values));
    }

    private Collection<Value> indexedValues(SourceKey key) {
        Find find = definition.copy().find();
        return find instanceof Find.ByKey byKey
                ? byKey.key().render(key).values()
                : pointer(key).values();
    }

    /** The copies that an event write may write (rule R1). */
    BsonDocument writable(SourceKey key, Version version) {
        BsonDocument filter = copiesOf(key);
        Conditions.addFilter(filter, definition.copy().where());
        Elements elements = definition.copy().elements();
        BsonDocument guarded = elements == null
                ? filter
                : filter.getDocument(Paths.dotted(elements.path())).getDocument("$elemMatch");
        guarded.put("$nor", LabelGuard.nor("", label, key, version));
        return filter;
    }

    /** The elements of a matching record that an event write may write; {@code null} without elements. */
    @Nullable
    List<BsonDocument> writableElements(SourceKey key, Version version) {
        if (definition.copy().elements() == null) {
            return null;
        }
        BsonDocument element = new BsonDocument();
        pointer(key).forEach((path, value) -> equal(element, ELEMENT + ".", path, value));
        element.put("$nor", LabelGuard.nor(ELEMENT + ".", label, key, version));
        return List.of(element);
    }

    /** The copy that a check may write (rule R3). */
    BsonDocument checked(CheckWrite write) {
        BsonDocument filter = new BsonDocument();
        filter.put("_id", idOf(write));
        Elements elements = definition.copy().elements();
        BsonDocument match = elements == null ? filter : new BsonDocument();
        checkedPart("", write, (path, condition) -> Conditions.and(match, path, condition));
        if (elements != null) {
            filter.put(Paths.dotted(elements.path()), new BsonDocument("$elemMatch", match));
        }
        Conditions.addFilter(filter, definition.copy().where());
        return filter;
    }

    /** The elements that a check may write; {@code null} without elements. */
    @Nullable
    List<BsonDocument> checkedElements(CheckWrite write) {
        if (definition.copy().elements() == null) {
            return null;
        }
        BsonDocument element = new BsonDocument();
        checkedPart(ELEMENT + ".", write, (path, condition) -> Conditions.and(element, path, condition));
        return List.of(element);
    }

    private void checkedPart(String root, CheckWrite write, BiConsumer<String, BsonValue> add) {
        pointer(write.pointer()).forEach((path, value) -> {
            if (!(root.isEmpty() && Paths.dotted(path).equals("_id"))) {
                add.accept(root + Paths.dotted(path), Conditions.keyEquals(value));
            }
        });
        add.accept(root + Paths.dotted(label), Conditions.stored(write.expectedLabel()));
    }

    static BsonValue idOf(CheckWrite write) {
        Value id = write.record().attributes().entries().get("_id");
        if (id == null) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not write the copy " + write.record() + " of " + write.definition()
                            + ": its key has no _id. Nothing was written.",
                    null);
        }
        return BsonMapping.toBson(id);
    }

    /** Registered fields and label, nothing else (promise P5). */
    CopyUpdate update(Projected projected, Label newLabel) {
        Elements elements = definition.copy().elements();
        String root = elements == null ? "" : Paths.dotted(elements.path()) + ".$[" + ELEMENT + "].";
        return CopyUpdate.of(root, projected, label, newLabel);
    }

    /** The options that name the index, so that a write never scans. */
    UpdateOptions byIndex(@Nullable List<BsonDocument> arrayFilters) {
        UpdateOptions options = new UpdateOptions();
        String index = index();
        if (index != null) {
            options.hintString(index).collation(simple());
        }
        return arrayFilters == null ? options : options.arrayFilters(arrayFilters);
    }

    /** The command that makes the index again. */
    String createIndex(String collection) {
        String index = index();
        return index == null ? "" : createIndex(collection, index, definition);
    }

    static String createIndex(String collection, String name, CopyDefinition definition) {
        BsonDocument keys = new BsonDocument();
        indexedPaths(definition).forEach(path -> keys.put(path, new BsonInt32(1)));
        return "db.getCollection(" + IndexInfo.quote(collection) + ").createIndex(" + keys.toJson() + ", {name: "
                + IndexInfo.quote(name) + "})";
    }

    /** The paths that lead the index: the pointer, or the key attributes that {@code find} names. */
    static List<String> indexedPaths(CopyDefinition definition) {
        if (definition.copy().find() instanceof Find.ByKey byKey) {
            return byKey.key().attributes().stream().map(Paths::loose).toList();
        }
        Elements elements = definition.copy().elements();
        String root = elements == null ? "" : Paths.loose(elements.path()) + ".";
        return definition.copy().pointer().attributes().stream()
                .map(path -> root + Paths.loose(path))
                .toList();
    }

    static Collation simple() {
        return Collation.builder().locale("simple").build();
    }

    private Map<FieldPath, Value> pointer(SourceKey key) {
        return definition.copy().pointer().render(key);
    }

    private static void equal(BsonDocument target, String root, FieldPath path, Value value) {
        String field = root + Paths.dotted(path);
        Conditions.and(target, field, field.equals("_id") ? BsonMapping.toBson(value) : Conditions.keyEquals(value));
    }

    /** The conditions of a query, joined. */
    static BsonDocument allOf(BsonDocument... queries) {
        return new BsonDocument("$and", new BsonArray(List.of(queries)));
    }
}
