package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.CopyFailure;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Event writes: a query for the keys of a page of copies, then one conditional update for each, many under way at once.
 * The queries of one call run side by side, and so do all updates that follow.
 */
final class EventWriter {
    private final Client client;
    private final CopyWriter writer;

    EventWriter(Client client, CopyWriter writer) {
        this.client = client;
        this.writer = writer;
    }

    /** The keys of a page of copies, and where the next page begins. */
    private record Page(List<RecordKey> records, Optional<Cursor> next) {}

    List<WriteResult> write(List<EventWrite> writes) {
        Map<CopyDefinition, CopyQuery> queries = new HashMap<>();
        WriteResult[] results = new WriteResult[writes.size()];
        List<@Nullable Page> pages = pages(writes, queries, results);
        List<CopyWriter.One> updates = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            Page page = pages.get(i);
            if (page == null) {
                continue;
            }
            try {
                List<CopyWriter.One> some =
                        updates(writes.get(i), query(queries, writes.get(i).definition()), page);
                updates.addAll(some);
                for (int n = 0; n < some.size(); n++) {
                    of.add(i);
                }
                results[i] = new WriteResult(0, List.of(), page.next(), Optional.empty());
            } catch (StoreException unfit) {
                results[i] = WriteResult.failed(unfit);
            }
        }
        List<CopyWriter.Outcome> outcomes = writer.write(updates);
        for (int n = 0; n < outcomes.size(); n++) {
            int i = of.get(n);
            results[i] = with(results[i], updates.get(n).record(), outcomes.get(n));
        }
        return List.of(results);
    }

    private CopyQuery query(Map<CopyDefinition, CopyQuery> queries, CopyDefinition definition) {
        return queries.computeIfAbsent(definition, of -> new CopyQuery(of, client));
    }

    private List<@Nullable Page> pages(
            List<EventWrite> writes, Map<CopyDefinition, CopyQuery> queries, WriteResult[] results) {
        Requests requests = new Requests(client.settings().inFlight());
        List<@Nullable CompletableFuture<QueryResponse>> answers = new ArrayList<>();
        List<@Nullable Page> pages = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            EventWrite write = writes.get(i);
            answers.add(null);
            pages.add(null);
            try {
                CopyQuery query = query(queries, write.definition());
                Optional<RecordKey> only = only(query, write.definition(), write.key());
                if (only.isPresent()) {
                    pages.set(i, new Page(List.of(only.get()), Optional.empty()));
                } else {
                    answers.set(i, ask(requests, query, write.key(), write.from()));
                    if (answers.get(i) == null) {
                        pages.set(i, new Page(List.of(), Optional.empty()));
                    }
                }
            } catch (StoreException failure) {
                results[i] = WriteResult.failed(failure);
            }
        }
        for (int i = 0; i < writes.size(); i++) {
            CompletableFuture<QueryResponse> answer = answers.get(i);
            if (answer != null) {
                try {
                    pages.set(
                            i,
                            page(
                                    writes.get(i).definition(),
                                    query(queries, writes.get(i).definition()),
                                    answer));
                } catch (StoreException failure) {
                    results[i] = WriteResult.failed(failure);
                }
            }
        }
        return pages;
    }

    private @Nullable CompletableFuture<QueryResponse> ask(
            Requests requests, CopyQuery query, SourceKey key, @Nullable Cursor from) {
        return query.query(key)
                .map(wanted -> requests.start(() -> client.tables()
                        .query(wanted.limit(client.settings().writePage())
                                .exclusiveStartKey(CursorText.key(from))
                                .build())))
                .orElse(null);
    }

    private Page page(CopyDefinition definition, CopyQuery query, CompletableFuture<QueryResponse> answer) {
        try {
            QueryResponse found = DynamoErrors.await("find the copies of " + definition, answer);
            return new Page(
                    found.items().stream()
                            .map(item -> Items.key(item, query.table().key()))
                            .toList(),
                    CursorText.of(found.lastEvaluatedKey()));
        } catch (StoreException failure) {
            throw withCommand(definition, failure);
        }
    }

    /** The command that makes a lost index again; what is known of the table is out of date then. */
    private StoreException withCommand(CopyDefinition definition, StoreException failure) {
        if (failure.kind() != Kind.ACCESS_PATH_LOST) {
            return failure;
        }
        client.forget(definition.copy().at().collection());
        return new StoreException(
                Kind.ACCESS_PATH_LOST,
                failure.getMessage() + " " + Commands.createIndex(definition),
                failure.getCause());
    }

    static Optional<RecordKey> only(CopyQuery query, CopyDefinition definition, SourceKey key) {
        Optional<Map<String, Value>> only =
                CopyQuery.onlyKey(definition, key, query.table().key());
        return only.map(attributes -> new RecordKey(Doc.of(attributes)))
                .filter(record -> query.table().canHold(Items.key(record)));
    }

    private List<CopyWriter.One> updates(EventWrite write, CopyQuery query, Page page) {
        CopyUpdate update = new CopyUpdate(
                client,
                query.table(),
                write.definition().labelPath(client.settings().labelPrefix()),
                checked(write.projected()),
                Label.of(write.key(), write.version()),
                expressions -> query.writable(write.key(), write.version(), expressions));
        return page.records().stream()
                .map(record -> new CopyWriter.One(
                        record,
                        update,
                        query.table(),
                        "write the copy " + record + " of " + write.definition() + " for source key " + write.key()))
                .toList();
    }

    /** A value that no item can hold fails the write once, not each of its copies. */
    private static Projected checked(Projected projected) {
        projected.assignments().values().forEach(assignment -> {
            if (assignment instanceof Projected.Set set) {
                Values.toAttribute(set.value());
            }
        });
        return projected;
    }

    private static WriteResult with(WriteResult before, RecordKey record, CopyWriter.Outcome outcome) {
        StoreException failure = outcome.failure();
        if (failure == null) {
            boolean applied = outcome.state() == CopyWriter.State.APPLIED;
            return new WriteResult(
                    before.applied() + (applied ? 1 : 0), before.failures(), before.next(), before.failed());
        }
        if (failure.kind() != Kind.PERMANENT) {
            return new WriteResult(before.applied(), before.failures(), Optional.empty(), Optional.of(failure));
        }
        List<CopyFailure> failures = new ArrayList<>(before.failures());
        failures.add(new CopyFailure(record, failure));
        return new WriteResult(before.applied(), failures, before.next(), before.failed());
    }

    /** Removes a page of copies, each under the condition of an event write. */
    WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
        CopyQuery query = new CopyQuery(definition, client);
        Requests requests = new Requests(client.settings().inFlight());
        try {
            Optional<RecordKey> only = only(query, definition, key);
            CompletableFuture<QueryResponse> answer = only.isPresent() ? null : ask(requests, query, key, from);
            Page page = only.isPresent()
                    ? new Page(List.of(only.get()), Optional.empty())
                    : answer == null ? new Page(List.of(), Optional.empty()) : page(definition, query, answer);
            return remove(definition, key, version, query, page, requests);
        } catch (StoreException failure) {
            return WriteResult.failed(failure);
        }
    }

    private WriteResult remove(
            CopyDefinition definition, SourceKey key, Version version, CopyQuery query, Page page, Requests requests) {
        List<CompletableFuture<CopyWriter.Outcome>> answers = new ArrayList<>();
        for (RecordKey record : page.records()) {
            Expressions expressions = new Expressions(client.items());
            String condition = query.writable(key, version, expressions);
            Map<String, AttributeValue> item = Items.key(record);
            DeleteItemRequest request = DeleteItemRequest.builder()
                    .tableName(query.table().name())
                    .key(item)
                    .conditionExpression(condition)
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .build();
            String what = "remove the copy " + record + " of " + definition + " for source key " + key;
            answers.add(requests.start(() -> client.tables()
                    .deleteItem(request)
                    .handle((done, failure) -> failure == null
                            ? CopyWriter.Outcome.of(CopyWriter.State.APPLIED)
                            : DynamoErrors.isConditionFailed(failure)
                                    ? CopyWriter.Outcome.of(CopyWriter.State.REFUSED)
                                    : CopyWriter.Outcome.failed(DynamoErrors.translate(what, failure)))));
        }
        requests.await();
        WriteResult result = new WriteResult(0, List.of(), page.next(), Optional.empty());
        for (int i = 0; i < answers.size(); i++) {
            result = with(
                    result,
                    page.records().get(i),
                    DynamoErrors.await("remove copies of " + definition, answers.get(i)));
        }
        return result;
    }
}
