package dev.lockstep.change;

import dev.lockstep.value.Doc;

/**
 * The primary key of a record in its collection.
 *
 * @param attributes attribute to value, such as {@code _id}
 */
public record RecordKey(Doc attributes) implements Comparable<RecordKey> {
    /** The canonical text of the attributes. */
    public String canonical() {
        return attributes.canonical();
    }

    @Override
    public int compareTo(RecordKey other) {
        return canonical().compareTo(other.canonical());
    }

    @Override
    public String toString() {
        return canonical();
    }
}
