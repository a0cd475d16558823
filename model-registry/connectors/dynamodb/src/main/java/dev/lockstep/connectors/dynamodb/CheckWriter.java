package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyStore.Applied;
import dev.lockstep.store.CopyStore.CheckResult;
import dev.lockstep.store.CopyStore.CheckWrite;
import dev.lockstep.store.CopyStore.Conflict;
import dev.lockstep.store.CopyStore.Failed;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The writes of checks, each a conditional update, many under way at once. */
final class CheckWriter {
    private final Client client;
    private final CopyWriter writer;

    CheckWriter(Client client, CopyWriter writer) {
        this.client = client;
        this.writer = writer;
    }

    List<CheckResult> check(List<CheckWrite> writes) {
        Map<CopyDefinition, CopyQuery> queries = new HashMap<>();
        CheckResult[] results = new CheckResult[writes.size()];
        List<CopyWriter.One> updates = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            CheckWrite write = writes.get(i);
            try {
                updates.add(update(write, queries.computeIfAbsent(write.definition(), d -> new CopyQuery(d, client))));
                of.add(i);
            } catch (StoreException unfit) {
                if (unfit.kind() != StoreException.Kind.PERMANENT) {
                    throw unfit;
                }
                results[i] = new Failed(unfit);
            }
        }
        List<CopyWriter.Outcome> outcomes = writer.write(updates);
        for (int n = 0; n < outcomes.size(); n++) {
            results[of.get(n)] = result(outcomes.get(n));
        }
        return List.of(results);
    }

    private CopyWriter.One update(CheckWrite write, CopyQuery query) {
        CopyUpdate update = new CopyUpdate(
                client,
                query.table(),
                write.definition().labelPath(client.settings().labelPrefix()),
                write.projected(),
                write.label(),
                expressions -> query.checked(write, expressions));
        update.request(write.record());
        return new CopyWriter.One(
                write.record(),
                update,
                query.table(),
                "write the copy " + write.record() + " of " + write.definition());
    }

    /** A failure that passes fails the page: it is checked again. */
    private static CheckResult result(CopyWriter.Outcome outcome) {
        StoreException failure = outcome.failure();
        if (failure != null && failure.kind() != StoreException.Kind.PERMANENT) {
            throw failure;
        }
        return failure != null
                ? new Failed(failure)
                : outcome.state() == CopyWriter.State.APPLIED ? new Applied() : new Conflict();
    }
}
