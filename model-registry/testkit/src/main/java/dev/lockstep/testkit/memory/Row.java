package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;
import dev.lockstep.value.Doc;
import org.jspecify.annotations.Nullable;

/**
 * A place for a record under one primary key; it stays when the record is deleted, so that a late write can name it.
 */
final class Row {
    final RecordKey key;
    final String id;

    @Nullable
    Doc record;

    Row(RecordKey key, String id) {
        this.key = key;
        this.id = id;
    }
}
