package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes conditional updates of items, many at once, and tells of each what came of it. */
final class CopyWriter {
    private static final int MOST_ATTEMPTS = 5;

    private final Client client;

    CopyWriter(Client client) {
        this.client = client;
    }

    /** An update to make; {@code what} completes the sentence "Could not …". */
    record One(RecordKey record, CopyUpdate update, Table table, String what) {}

    /** What came of an update. */
    enum State {
        APPLIED,
        /** The condition did not hold. */
        REFUSED,
        /** A path leads through a map that is not there. */
        PATH_MISSING,
        FAILED
    }

    /** What came of an update, with its failure if it has one. */
    record Outcome(State state, @Nullable StoreException failure) {
        static Outcome of(State state) {
            return new Outcome(state, null);
        }

        static Outcome failed(StoreException failure) {
            return new Outcome(State.FAILED, failure);
        }
    }

    /** One outcome per update, in order. */
    List<Outcome> write(List<One> updates) {
        Requests requests = new Requests(client.settings().inFlight());
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (One one : updates) {
            answers.add(requests.start(() -> send(one)));
        }
        requests.await();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            Outcome outcome = DynamoErrors.await(updates.get(i).what(), answers.get(i));
            outcomes.add(outcome.state() == State.PATH_MISSING ? byItem(updates.get(i)) : outcome);
        }
        return outcomes;
    }

    private CompletableFuture<Outcome> send(One one) {
        try {
            return client.tables()
                    .updateItem(one.update().request(one.record()))
                    .handle((answer, failure) -> outcome(one, failure));
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(outcome(one, failure));
        }
    }

    private static Outcome outcome(One one, @Nullable Throwable failure) {
        if (failure == null) {
            return Outcome.of(State.APPLIED);
        }
        if (DynamoErrors.isConditionFailed(failure)) {
            return Outcome.of(State.REFUSED);
        }
        return DynamoErrors.isPathMissing(failure)
                ? Outcome.of(State.PATH_MISSING)
                : Outcome.failed(DynamoErrors.translate(one.what(), failure));
    }

    /** A refusal may be one of the label, or a map that has come meanwhile: the first form of the update tells. */
    private Outcome byItem(One one) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            List<Map<String, AttributeValue>> found =
                    client.get(one.what(), one.table(), List.of(Items.key(one.record())), null, Map.of());
            if (found.isEmpty()) {
                return Outcome.of(State.REFUSED);
            }
            try {
                var request =
                        one.update().requestFor(one.record(), client.items().toRecord(found.get(0)));
                DynamoErrors.await(one.what(), client.tables().updateItem(request));
                return Outcome.of(State.APPLIED);
            } catch (StoreException failure) {
                if (failure.getCause() == null || !DynamoErrors.isConditionFailed(failure.getCause())) {
                    return Outcome.failed(failure);
                }
            }
            Outcome plain = DynamoErrors.await(one.what(), send(one));
            if (plain.state() != State.PATH_MISSING) {
                return plain;
            }
        }
        return Outcome.failed(new StoreException(
                Kind.TRANSIENT, "Could not " + one.what() + ": its maps keep changing. The call is made again.", null));
    }
}
