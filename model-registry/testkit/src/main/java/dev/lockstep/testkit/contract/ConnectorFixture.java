package dev.lockstep.testkit.contract;

import dev.lockstep.change.RecordKey;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An empty store and the connector under test. Everything but {@link #connector} goes through the store's own driver,
 * as an application would, and is acknowledged when it returns.
 */
public interface ConnectorFixture extends AutoCloseable {
    /** The connector under test, with its default settings. */
    Connector connector();

    /** The primary key attribute of the collections that {@link #create} makes. */
    default String keyAttribute() {
        return "_id";
    }

    /** Makes an empty collection whose primary key is {@link #keyAttribute}, a string, with these indexes. */
    void create(String collection, IndexSpec... indexes);

    /** Inserts a record. */
    void insert(String collection, Doc record);

    /** Sets and removes attributes of one record, leaving the others. */
    void update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset);

    /** Saves a record whole. */
    void replace(String collection, Doc record);

    /** Deletes a record. */
    void delete(String collection, RecordKey key);

    /** The record as it is stored now, complete. */
    Optional<Doc> find(String collection, RecordKey key);

    /** Drops an index. */
    void dropIndex(String collection, String index);

    /** Drops a collection. */
    void drop(String collection);

    /** Makes the store forget its history of changes so far; false when the store at hand cannot be brought to. */
    default boolean trimHistory() {
        return false;
    }

    /** What the store can do; everything by default. */
    default Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    /** The attribute under which the connector keeps labels. */
    default String labelPrefix() {
        return "_lockstep";
    }

    /** One value or more of every type that the store keeps exactly. */
    default List<Value> exactValues() {
        return List.of(
                Value.Null.NULL,
                Docs.value(true),
                Docs.value(7),
                Docs.value(7L),
                Docs.value(Long.MAX_VALUE),
                Docs.value(7.0),
                Docs.value(0.1),
                Docs.value(""),
                Docs.value("Zubaida Ærø 木 𝄞"),
                Docs.value(Instant.parse("2026-02-28T23:59:59.123Z")),
                new Value.Bytes(0, new byte[] {0, -1, 127}),
                Docs.items(),
                Docs.items(1, "two", Docs.items(3L), Docs.doc("four", null)),
                Doc.empty(),
                Docs.doc("a", Docs.doc("b", Docs.items(1))));
    }

    /** Names of attributes, each one segment, that the store can hold and that are hard to get right. */
    default List<String> hostileNames() {
        return List.of("with.dot", "$dollar", "a$b", "ünïcødé 木", "with space", "quote\"'", "0", "n".repeat(10_000));
    }

    /** Frees what was made; drops the store's data where it outlives the test. */
    @Override
    void close();
}
