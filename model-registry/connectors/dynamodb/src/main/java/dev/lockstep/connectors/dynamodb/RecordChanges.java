package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Records of a stream as changes. What an update touched is told by comparing both images; one that touched nothing
 * that is watched is left out here, because a stream cannot be filtered at the service.
 */
final class RecordChanges {
    /** Sequence numbers have 21 to 40 digits; with one width they compare as texts. */
    private static final int WIDTH = 40;

    private static final String EXPIRY = "dynamodb.amazonaws.com";

    private final CollectionRef at;
    private final Client client;
    private final Set<FieldPath> watched;

    RecordChanges(StoreName store, Table table, Client client, Interest interest) {
        this.at = new CollectionRef(store, table.name());
        this.client = client;
        this.watched = new HashSet<>(interest.paths());
        if (interest.labels()) {
            watched.add(FieldPath.of(client.settings().labelPrefix()));
        }
    }

    CollectionRef at() {
        return at;
    }

    /** The change, or empty when nobody watches what it touched. */
    Optional<Change> of(Record record) {
        Doc before = image(record.dynamodb().oldImage());
        Doc after = image(record.dynamodb().newImage());
        Change.Kind kind = kind(record);
        Optional<Change.Touched> touched = Optional.empty();
        if (kind == Change.Kind.UPDATE && before != null && after != null) {
            Map<FieldPath, Value> set = new LinkedHashMap<>();
            Set<FieldPath> removed = new HashSet<>();
            compare(null, before, after, set, removed);
            if (set.isEmpty() && removed.isEmpty()) {
                return Optional.empty();
            }
            touched = Optional.of(new Change.Touched(set, removed));
        }
        String sequence = record.dynamodb().sequenceNumber();
        Instant at = record.dynamodb().approximateCreationDateTime();
        return Optional.of(new Change(
                this.at,
                new RecordKey(Values.toDoc(record.dynamodb().keys())),
                kind,
                before,
                after,
                touched,
                new Position("0".repeat(Math.max(0, WIDTH - sequence.length())) + sequence),
                at == null ? Instant.EPOCH : at));
    }

    private @Nullable Doc image(Map<String, AttributeValue> image) {
        return image.isEmpty() ? null : client.items().toRecord(image);
    }

    private static Change.Kind kind(Record record) {
        if (record.eventName() == OperationType.INSERT) {
            return Change.Kind.INSERT;
        }
        if (record.eventName() == OperationType.MODIFY) {
            return Change.Kind.UPDATE;
        }
        Identity by = record.userIdentity();
        return by != null && EXPIRY.equals(by.principalId()) ? Change.Kind.EXPIRE : Change.Kind.DELETE;
    }

    private void compare(
            @Nullable FieldPath parent, Doc before, Doc after, Map<FieldPath, Value> set, Set<FieldPath> removed) {
        after.entries().forEach((name, now) -> {
            FieldPath path = child(parent, name);
            Value then = before.entries().get(name);
            if (then instanceof Doc was && now instanceof Doc is) {
                compare(path, was, is, set, removed);
            } else if (!now.equals(then)) {
                leaves(path, now, set);
            }
        });
        before.entries().forEach((name, then) -> {
            FieldPath path = child(parent, name);
            if (!after.entries().containsKey(name) && isWatched(path)) {
                removed.add(path);
            }
        });
    }

    private static FieldPath child(@Nullable FieldPath parent, String name) {
        return parent == null ? FieldPath.of(name) : parent.child(name);
    }

    private void leaves(FieldPath path, Value value, Map<FieldPath, Value> set) {
        if (value instanceof Doc doc && !doc.entries().isEmpty()) {
            doc.entries().forEach((name, inside) -> leaves(path.child(name), inside, set));
        } else if (isWatched(path)) {
            set.put(path, value);
        }
    }

    private boolean isWatched(FieldPath path) {
        return watched.stream().anyMatch(path::overlaps);
    }
}
