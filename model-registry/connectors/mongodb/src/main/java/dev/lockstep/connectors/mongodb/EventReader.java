package dev.lockstep.connectors.mongodb;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.Change.Kind;
import dev.lockstep.change.Change.Touched;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the server's change events. */
final class EventReader {
    private final StoreName store;
    private final Databases databases;
    private final Subscription subscription;
    private final List<FieldPath> ambiguous;

    EventReader(StoreName store, Databases databases, Subscription subscription) {
        this.store = store;
        this.databases = databases;
        this.subscription = subscription;
        this.ambiguous = subscription.collections().values().stream()
                .flatMap(interest -> interest.paths().stream())
                .filter(path -> !Paths.isPlain(path))
                .distinct()
                .toList();
    }

    /** What the event means: a change, lost collections, or nothing that was asked for. */
    List<Captured> read(BsonDocument event) {
        String operation = event.getString("operationType").getValue();
        return switch (operation) {
            case "insert" -> change(event, Kind.INSERT);
            case "update" -> change(event, Kind.UPDATE);
            case "replace" -> change(event, Kind.REPLACE);
            case "delete" -> change(event, Kind.DELETE);
            case "drop" -> lost(event.getDocument("ns"), "it was dropped");
            case "rename" -> renamed(event);
            case "dropDatabase" -> databaseDropped(event.getDocument("ns"));
            default -> List.of();
        };
    }

    private List<Captured> change(BsonDocument event, Kind kind) {
        CollectionRef collection = ref(event.getDocument("ns"));
        if (!subscription.collections().containsKey(collection.collection())) {
            return List.of();
        }
        return List.of(new Change(
                collection,
                Records.keyOf(event.getDocument("documentKey")),
                kind,
                image(event.get("fullDocumentBeforeChange")),
                kind.isRemoval() ? null : image(event.get("fullDocument")),
                kind == Kind.UPDATE ? Optional.of(touched(event.getDocument("updateDescription"))) : Optional.empty(),
                StreamPosition.of(event.getTimestamp("clusterTime"), operationIndex(event)),
                committedAt(event)));
    }

    /** The index comes from the token; only an event outside any transaction can do without it. */
    private static int operationIndex(BsonDocument event) {
        return ResumeToken.parse(event.getDocument("_id"))
                .map(ResumeToken::operationIndex)
                .or(() -> event.containsKey("txnNumber") ? Optional.empty() : Optional.of(0))
                .orElseThrow(() -> new StoreException(
                        StoreException.Kind.PERMANENT,
                        "Could not read the position of a change in a transaction: the resume token has a layout that"
                                + " this release does not know. Capture stops rather than guess an order; upgrade"
                                + " Lockstep or check the supported server versions.",
                        null));
    }

    private static Instant committedAt(BsonDocument event) {
        return event.containsKey("wallTime")
                ? Instant.ofEpochMilli(event.getDateTime("wallTime").getValue())
                : instant(event.getTimestamp("clusterTime"));
    }

    static Instant instant(BsonTimestamp time) {
        return Instant.ofEpochSecond(Integer.toUnsignedLong(time.getTime()));
    }

    private static @Nullable Doc image(@Nullable BsonValue image) {
        return image instanceof BsonDocument document ? BsonMapping.toDoc(document) : null;
    }

    private Touched touched(BsonDocument description) {
        Map<FieldPath, Value> set = new LinkedHashMap<>();
        Set<FieldPath> removed = new HashSet<>();
        if (description.get("updatedFields") instanceof BsonDocument fields) {
            fields.forEach((name, value) -> {
                flatten(path(name), value, set);
                removed.addAll(ambiguousLike(name));
            });
        }
        if (description.get("removedFields") instanceof BsonArray names) {
            names.forEach(name -> addRemoved(name.asString().getValue(), removed));
        }
        if (description.get("truncatedArrays") instanceof BsonArray arrays) {
            arrays.forEach(
                    array -> addRemoved(array.asDocument().getString("field").getValue(), removed));
        }
        return new Touched(set, removed);
    }

    private void addRemoved(String name, Set<FieldPath> removed) {
        removed.add(path(name));
        removed.addAll(ambiguousLike(name));
    }

    /**
     * The server joins names by dots, even names that have dots: such a watched path counts as touched when in doubt.
     */
    private List<FieldPath> ambiguousLike(String name) {
        return ambiguous.stream()
                .filter(path -> {
                    String loose = Paths.loose(path);
                    return loose.equals(name) || loose.startsWith(name + ".") || name.startsWith(loose + ".");
                })
                .toList();
    }

    private static FieldPath path(String name) {
        List<String> segments = new ArrayList<>(List.of(name.split("\\.", -1)));
        segments.removeIf(String::isEmpty);
        return segments.isEmpty() ? FieldPath.of(name.isEmpty() ? "." : name) : new FieldPath(segments);
    }

    private static void flatten(FieldPath path, BsonValue value, Map<FieldPath, Value> set) {
        if (value instanceof BsonDocument document && !document.isEmpty() && !document.containsKey("")) {
            document.forEach((name, inner) -> flatten(path.child(name), inner, set));
        } else {
            set.put(path, BsonMapping.toValue(value));
        }
    }

    private List<Captured> lost(BsonDocument namespace, String reason) {
        CollectionRef collection = ref(namespace);
        return subscription.collections().containsKey(collection.collection())
                ? List.of(new CollectionLost(collection, reason))
                : List.of();
    }

    private List<Captured> renamed(BsonDocument event) {
        BsonDocument to = event.getDocument("to");
        List<Captured> all = new ArrayList<>(lost(event.getDocument("ns"), "it was renamed to " + name(to)));
        all.addAll(lost(to, "the collection " + name(event.getDocument("ns")) + " was renamed to it"));
        return all;
    }

    private List<Captured> databaseDropped(BsonDocument namespace) {
        String database = namespace.getString("db").getValue();
        List<Captured> all = new ArrayList<>();
        subscription.collections().keySet().stream()
                .sorted()
                .filter(collection ->
                        databases.namespace(collection).getDatabaseName().equals(database))
                .forEach(collection ->
                        all.add(new CollectionLost(new CollectionRef(store, collection), "its database was dropped")));
        return all;
    }

    private CollectionRef ref(BsonDocument namespace) {
        return new CollectionRef(store, name(namespace));
    }

    private String name(BsonDocument namespace) {
        return databases.configuredName(
                namespace.getString("db").getValue(),
                namespace.getString("coll").getValue());
    }
}
