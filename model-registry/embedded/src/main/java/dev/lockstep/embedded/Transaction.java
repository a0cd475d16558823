package dev.lockstep.embedded;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one open transaction. They are applied at once (others can read them: the imitation's isolation is read
 * uncommitted), taken back in reverse order on abort, and become visible to change streams together on commit.
 */
final class Transaction {
    private final TransactionId id;
    private final long startedNanos;
    private final List<ChangeEvent> changes = new ArrayList<>();
    private final List<Runnable> undo = new ArrayList<>();
    private final Set<DocumentKey> written = new HashSet<>();

    Transaction(TransactionId id, long startedNanos) {
        this.id = id;
        this.startedNanos = startedNanos;
    }

    TransactionId id() {
        return id;
    }

    boolean olderThan(long nanos, long now) {
        return now - startedNanos > nanos;
    }

    void add(ChangeEvent change, Runnable takeBack) {
        changes.add(change);
        undo.add(takeBack);
        DocumentKey key = DocumentKey.of(change);
        if (key != null) {
            written.add(key);
        }
    }

    boolean wrote(DocumentKey key) {
        return written.contains(key);
    }

    boolean hasWrites() {
        return !written.isEmpty();
    }

    void commit(ChangeLog log) {
        if (!changes.isEmpty()) {
            log.append(changes, id);
        }
    }

    void abort() {
        for (int i = undo.size() - 1; i >= 0; i--) {
            undo.get(i).run();
        }
    }

    /** One document of one collection. */
    record DocumentKey(
            String database, String collection, @Nullable Object id) {
        static @Nullable DocumentKey of(ChangeEvent change) {
            return change.id() == null ? null : new DocumentKey(change.database(), change.collection(), change.id());
        }
    }
}
