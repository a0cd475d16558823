package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Open transactions, and the answers to retryable writes, by session. Guarded by the server's lock. */
final class Sessions {
    private static final Duration TRANSACTION_LIFETIME = Duration.ofSeconds(60);
    private static final int REMEMBERED_REPLIES = 10_000;

    private final ChangeLog log;
    private final ChangeRecorder recorder;
    private final BusyTime busy;
    private final Condition transactionEnded;
    private final Map<TransactionId, Transaction> open = new LinkedHashMap<>();
    private final Map<Document, Long> committed = new HashMap<>();
    private final Map<TransactionId, Document> replies = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Document> eldest) {
            return size() > REMEMBERED_REPLIES;
        }
    };
    private @Nullable Transaction current;

    Sessions(ChangeLog log, ChangeRecorder recorder, BusyTime busy, ReentrantLock lock) {
        this.log = log;
        this.recorder = recorder;
        this.busy = busy;
        this.transactionEnded = lock.newCondition();
    }

    /** Runs a command in its transaction, or as a retryable write whose second arrival gets the first one's answer. */
    Document run(Request request, Command command) {
        TransactionId id = TransactionId.of(request);
        if (id == null || isTransactionEnd(request)) {
            return command.run(request);
        }
        if (Boolean.FALSE.equals(request.body().get("autocommit"))) {
            return runInTransaction(id, request, command);
        }
        Document earlier = replies.get(id);
        if (earlier != null) {
            return earlier.clone();
        }
        Document reply = command.run(request);
        replies.put(id, reply.clone());
        return reply;
    }

    private static boolean isTransactionEnd(Request request) {
        return request.command().equals("committransaction")
                || request.command().equals("aborttransaction");
    }

    private Document runInTransaction(TransactionId id, Request request, Command command) {
        if (request.flag("startTransaction")) {
            abortAllOf(id.session());
            open.put(id, new Transaction(id, System.nanoTime()));
        }
        Transaction transaction = open.get(id);
        if (transaction == null) {
            throw ServerErrors.noSuchTransaction();
        }
        current = transaction;
        recorder.within(transaction);
        try {
            return command.run(request);
        } catch (RuntimeException failure) {
            abort(id);
            throw failure;
        } finally {
            recorder.within(null);
            current = null;
        }
    }

    void commit(TransactionId id) {
        Transaction transaction = open.remove(id);
        if (transaction != null) {
            transaction.commit(log);
            committed.put(id.session(), id.number());
            transactionEnded.signalAll();
        } else if (!Long.valueOf(id.number()).equals(committed.get(id.session()))) {
            throw ServerErrors.noSuchTransaction();
        }
    }

    void abort(TransactionId id) {
        Transaction transaction = open.remove(id);
        if (transaction == null) {
            throw ServerErrors.noSuchTransaction();
        }
        recorder.within(null);
        transaction.abort();
        transactionEnded.signalAll();
    }

    void end(List<Document> sessions) {
        for (Document session : sessions) {
            Document key = new Document("id", session.get("id"));
            abortAllOf(key);
            committed.remove(key);
        }
    }

    private void abortAllOf(Document session) {
        List<TransactionId> ids = new ArrayList<>(open.keySet());
        ids.stream().filter(id -> id.session().equals(session)).forEach(this::abort);
    }

    /** Whether an open transaction has written anything, so that {@link #claim} is worth the look. */
    boolean anyWrites() {
        return !open.isEmpty() && open.values().stream().anyMatch(Transaction::hasWrites);
    }

    /**
     * Makes sure that no other transaction has written these documents: a transaction fails with a write conflict, a
     * single write waits for the other to end and is told to look again.
     *
     * @return true if the documents are free; false if the caller must look them up again
     */
    boolean claim(List<Transaction.DocumentKey> keys) {
        for (Transaction other : new ArrayList<>(open.values())) {
            if (other != current && keys.stream().anyMatch(other::wrote)) {
                awaitEndOf(other);
                return false;
            }
        }
        return true;
    }

    private void awaitEndOf(Transaction other) {
        if (current != null) {
            throw ServerErrors.writeConflict();
        }
        long start = System.nanoTime();
        if (other.olderThan(TRANSACTION_LIFETIME.toNanos(), start)) {
            abort(other.id());
            return;
        }
        try {
            long left = TimeUnit.SECONDS.toNanos(1);
            while (left > 0 && open.containsKey(other.id())) {
                left = transactionEnded.awaitNanos(left);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ServerErrors.writeConflict();
        } finally {
            busy.subtract(Duration.ofNanos(System.nanoTime() - start));
        }
    }
}
