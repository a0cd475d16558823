package dev.lockstep.testkit.memory;

import dev.lockstep.change.Change;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory: collections, their indexes and one log of changes. It outlives the connectors that are opened
 * on it, so a crash is simulated by dropping the connector and opening another. The methods are what an application or
 * an administrator does; they know nothing of labels. One lock guards everything; no call blocks for longer than others
 * compute.
 */
public final class MemoryStore {
    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    final ChangeLog log = new ChangeLog();
    private final StoreName name;
    private final Clock clock;
    private final Map<String, MemoryCollection> collections = new LinkedHashMap<>();
    private final Map<String, Map<String, Row>> unseen = new LinkedHashMap<>();
    private Images images = Images.FULL;
    private IndexVisibility visibility = IndexVisibility.IMMEDIATE;
    private int partitions = 1;
    private String identity = "memory-1";

    /** An empty store; {@code clock} gives commit times. */
    public MemoryStore(StoreName name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    /** The name under which it is configured. */
    public StoreName name() {
        return name;
    }

    /** Sets what changes carry from now on; {@link Images#FULL} at first. */
    public MemoryStore images(Images images) {
        return locked(() -> {
            this.images = images;
            return this;
        });
    }

    /** Sets when indexes show changes from now on; at once at first. */
    public MemoryStore indexes(IndexVisibility visibility) {
        return locked(() -> {
            this.visibility = visibility;
            return this;
        });
    }

    /** Sets the number of partitions of the stream; 1 at first, and fixed once there are changes. */
    public MemoryStore partitions(int partitions) {
        return locked(() -> {
            this.partitions = partitions;
            return this;
        });
    }

    int partitions() {
        return partitions;
    }

    IndexVisibility visibility() {
        return visibility;
    }

    /** Makes a collection with the primary key {@code _id}. */
    public MemoryStore create(String collection, MemoryIndex... indexes) {
        return create(collection, List.of("_id"), indexes);
    }

    /** Makes a collection whose primary key is these attributes. */
    public MemoryStore create(String collection, List<String> primaryKey, MemoryIndex... indexes) {
        return locked(() -> {
            MemoryCollection made = new MemoryCollection(new CollectionRef(name, collection), primaryKey);
            Arrays.asList(indexes).forEach(made::addIndex);
            collections.put(collection, made);
            return this;
        });
    }

    /** Drops a collection: its records go without a change of their own, its stream tells that it is lost. */
    public void drop(String collection) {
        locked(() -> {
            MemoryCollection dropped = collections.remove(collection);
            if (dropped != null) {
                unseen.remove(collection);
                CollectionLost lost = new CollectionLost(dropped.ref, "the collection was dropped");
                log.append(new ChangeLog.Entry(lost, dropped.ref, -1, clock.instant(), null));
                changed.signalAll();
            }
            return this;
        });
    }

    /** Adds an index over the records that are there. */
    public void createIndex(String collection, MemoryIndex index) {
        locked(() -> {
            collection(collection).addIndex(index);
            return this;
        });
    }

    /** Drops an index: look-ups that name it fail from now on. */
    public void dropIndex(String collection, String index) {
        locked(() -> collection(collection).indexes.remove(index));
    }

    /** Lets a lagging index catch up with one record. */
    public void showIndex(String collection, RecordKey key) {
        locked(() -> {
            MemoryCollection there = collection(collection);
            Row row = there.find(key);
            if (row != null) {
                there.show(row);
                unseen.getOrDefault(collection, Map.of()).remove(row.id);
            }
            return this;
        });
    }

    /** Records with changes that a lagging index does not show yet, by collection. */
    public Map<String, List<RecordKey>> unseenByIndex() {
        return locked(() -> {
            Map<String, List<RecordKey>> keys = new LinkedHashMap<>();
            unseen.forEach((collection, rows) -> {
                if (!rows.isEmpty()) {
                    keys.put(
                            collection,
                            rows.values().stream().map(row -> row.key).toList());
                }
            });
            return keys;
        });
    }

    /** Inserts a record; throws IllegalStateException when its key is taken. */
    public RecordKey insert(String collection, Doc record) {
        return locked(() -> {
            MemoryCollection there = collection(collection);
            RecordKey key = there.keyOf(record);
            Row row = there.place(key);
            if (row.record != null) {
                throw new IllegalStateException("there is a record " + key + " in " + there.ref);
            }
            commit(there, row, Change.Kind.INSERT, record, null);
            return key;
        });
    }

    /** Sets one attribute of a record; false when there is no such record. */
    public boolean set(String collection, RecordKey key, String path, Value value) {
        return update(collection, key, Map.of(FieldPath.parse(path), value), Set.of());
    }

    /**
     * Sets and removes attributes of a record; false when there is no such record. An update that changes nothing
     * writes no change.
     */
    public boolean update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset) {
        return locked(() -> {
            MemoryCollection there = collection(collection);
            Row row = there.find(key);
            if (row == null || row.record == null) {
                return false;
            }
            Doc before = row.record;
            Doc after = before;
            TouchedPaths touched = new TouchedPaths();
            for (Map.Entry<FieldPath, Value> entry : set.entrySet()) {
                touched.given(List.of(), before, entry.getKey(), entry.getValue());
                after = after.with(entry.getKey(), entry.getValue());
            }
            for (FieldPath path : unset) {
                after = after.without(path);
            }
            commitUpdate(there, row, after, touched);
            return true;
        });
    }

    /** Sets one attribute of all records that an index shows under a value, in one statement; how many there were. */
    public long updateMany(String collection, String index, Value value, FieldPath path, Value to) {
        return locked(() -> {
            MemoryCollection there = collection(collection);
            IndexTable table = there.indexes.get(index);
            long updated = 0;
            for (Row row : table == null
                    ? List.<Row>of()
                    : List.copyOf(table.rows(List.of(value)).values())) {
                Doc record = row.record;
                if (record != null) {
                    TouchedPaths touched = new TouchedPaths();
                    touched.given(List.of(), record, path, to);
                    commitUpdate(there, row, record.with(path, to), touched);
                    updated++;
                }
            }
            return updated;
        });
    }

    /** Saves a record whole; false when there is no such record. */
    public boolean replace(String collection, Doc record) {
        return locked(() -> {
            MemoryCollection there = collection(collection);
            Row row = there.find(there.keyOf(record));
            if (row == null || row.record == null) {
                return false;
            }
            if (!row.record.equals(record)) {
                commit(there, row, Change.Kind.REPLACE, record, null);
            }
            return true;
        });
    }

    /** Deletes a record; false when there is no such record. */
    public boolean delete(String collection, RecordKey key) {
        return remove(collection, key, Change.Kind.DELETE);
    }

    /** Removes a record as a TTL does; false when there is no such record. */
    public boolean expire(String collection, RecordKey key) {
        return remove(collection, key, Change.Kind.EXPIRE);
    }

    private boolean remove(String collection, RecordKey key, Change.Kind kind) {
        return locked(() -> {
            MemoryCollection there = collection(collection);
            Row row = there.find(key);
            if (row == null || row.record == null) {
                return false;
            }
            commit(there, row, kind, null, null);
            return true;
        });
    }

    /** The record of this key. */
    public Optional<Doc> find(String collection, RecordKey key) {
        return locked(() -> {
            Row row = collection(collection).find(key);
            return row == null ? Optional.empty() : Optional.ofNullable(row.record);
        });
    }

    /** All records of a collection, by key. */
    public List<Doc> all(String collection) {
        return locked(() -> {
            List<Doc> records = new ArrayList<>();
            for (Row row : collection(collection).rows.values()) {
                if (row.record != null) {
                    records.add(row.record);
                }
            }
            return records;
        });
    }

    /** Position of the newest change; what a strong read now may be asked to include. */
    public Position newest() {
        return locked(() -> ChangeLog.position(log.newest()));
    }

    /** The stream's identity. */
    public String identity() {
        return locked(() -> identity);
    }

    /** Gives the stream another identity but the same history, as after a failover. */
    public void changeIdentity(String identity) {
        locked(() -> this.identity = identity);
    }

    /** Begins a new stream, as after a restore: no history, positions from 1 again, older resume points are lost. */
    public void restartStream(String identity) {
        locked(() -> {
            this.identity = identity;
            log.restart();
            return this;
        });
    }

    /** Trims the history: changes so far are no longer served. */
    public void forgetHistory() {
        locked(() -> {
            log.forget();
            return this;
        });
    }

    /** Trims the history up to a point of the present stream, as a store does with what was acknowledged. */
    public void forgetHistory(ResumePoint upTo) {
        locked(() -> {
            MemoryChangeSource.ResumeToken token = MemoryChangeSource.ResumeToken.parse(upTo);
            if (token.generation() == log.generation()) {
                log.forget(token.number());
            }
            return this;
        });
    }

    /** A record key with the one attribute {@code _id}. */
    public static RecordKey id(Value id) {
        return new RecordKey(Doc.of("_id", id));
    }

    /** A record key with the one attribute {@code _id}, a string. */
    public static RecordKey id(String id) {
        return id(new Value.Text(id));
    }

    Instant now() {
        return clock.instant();
    }

    /** The collection, made when it is first named, as document stores do. */
    MemoryCollection collection(String collection) {
        MemoryCollection there = collections.get(collection);
        if (there == null) {
            there = new MemoryCollection(new CollectionRef(name, collection), List.of("_id"));
            collections.put(collection, there);
        }
        return there;
    }

    boolean exists(String collection) {
        return collections.containsKey(collection);
    }

    void commitRemoval(MemoryCollection there, Row row) {
        commit(there, row, Change.Kind.DELETE, null, null);
    }

    void commitUpdate(MemoryCollection there, Row row, Doc after, TouchedPaths touched) {
        Doc before = row.record;
        if (before == null) {
            commit(there, row, Change.Kind.INSERT, after, null);
        } else if (!after.equals(before)) {
            touched.gone(List.of(), before, after);
            commit(there, row, Change.Kind.UPDATE, after, touched.touched());
        }
    }

    private void commit(
            MemoryCollection there, Row row, Change.Kind kind, @Nullable Doc after, Change.@Nullable Touched touched) {
        Doc before = row.record;
        row.record = after;
        Instant now = clock.instant();
        Change full = new Change(
                there.ref,
                row.key,
                kind,
                before,
                after,
                Optional.ofNullable(touched),
                ChangeLog.position(log.newest() + 1),
                now);
        log.append(new ChangeLog.Entry(
                ChangeLog.shaped(full, images),
                there.ref,
                partitions == 1 ? 0 : Math.floorMod(row.id.hashCode(), partitions),
                now,
                new ChangeLog.Image(row.key, before, after)));
        if (visibility == IndexVisibility.IMMEDIATE) {
            there.show(row);
        } else if (!there.indexes.isEmpty()) {
            unseen.computeIfAbsent(there.ref.collection(), c -> new LinkedHashMap<>())
                    .put(row.id, row);
        }
        changed.signalAll();
    }

    <T extends @Nullable Object> T locked(java.util.function.Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
