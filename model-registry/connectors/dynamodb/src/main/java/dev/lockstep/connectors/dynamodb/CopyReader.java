package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore.CopyPage;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads copies: keys by the registered look-up, then the items strongly, of the watched attributes and labels only. */
final class CopyReader {
    private static final int MOST_SEGMENTS = 1_000_000;
    private static final int SAMPLED_AT_ONCE = 25;
    private static final int MOST_DRAWS = 200;

    private final Client client;

    CopyReader(Client client) {
        this.client = client;
    }

    CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
        CopyQuery query = new CopyQuery(definition, client);
        Optional<RecordKey> only = EventWriter.only(query, definition, key);
        if (only.isPresent()) {
            return new CopyPage(ofKey(key, read(definition, query, List.of(Items.key(only.get())))), Optional.empty());
        }
        var wanted = query.query(key);
        if (wanted.isEmpty()) {
            return new CopyPage(List.of(), Optional.empty());
        }
        try {
            QueryResponse found = DynamoErrors.await(
                    "find the copies of " + definition + " for source key " + key,
                    client.tables()
                            .query(wanted.get()
                                    .limit(limit)
                                    .exclusiveStartKey(CursorText.key(after))
                                    .build()));
            return new CopyPage(
                    ofKey(key, read(definition, query, keys(query.table(), found.items()))),
                    CursorText.of(found.lastEvaluatedKey()));
        } catch (StoreException failure) {
            if (failure.kind() == Kind.ACCESS_PATH_LOST) {
                client.forget(query.table().name());
            }
            throw failure;
        }
    }

    private static List<CopyState> ofKey(SourceKey key, List<CopyState> states) {
        return states.stream()
                .filter(copy -> copy.pointer().filter(key::equals).isPresent())
                .toList();
    }

    private static List<Map<String, AttributeValue>> keys(Table table, List<Map<String, AttributeValue>> items) {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        for (Map<String, AttributeValue> item : items) {
            Map<String, AttributeValue> key = new LinkedHashMap<>();
            table.key().forEach(name -> key.put(name, item.getOrDefault(name, AttributeValue.fromNul(true))));
            keys.add(key);
        }
        return keys;
    }

    List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
        CopyQuery query = new CopyQuery(definition, client);
        return read(definition, query, records.stream().map(Items::key).toList());
    }

    private List<CopyState> read(CopyDefinition definition, CopyQuery query, List<Map<String, AttributeValue>> keys) {
        Expressions expressions = new Expressions(client.items());
        String projection = query.projection(expressions);
        return states(
                definition,
                query.table(),
                client.get("read copies of " + definition, query.table(), keys, projection, expressions.names()));
    }

    private List<CopyState> states(CopyDefinition definition, Table table, List<Map<String, AttributeValue>> items) {
        List<CopyState> states = new ArrayList<>();
        items.forEach(item -> states.addAll(CopyState.of(
                definition,
                Items.key(item, table.key()),
                client.items().toRecord(item),
                client.settings().labelPrefix())));
        return states;
    }

    List<Segment> segments(CopyDefinition definition, int wanted) {
        client.table(definition.copy().at().collection());
        return Scans.segments(wanted);
    }

    CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
        CopyQuery query = new CopyQuery(definition, client);
        ScanResponse page = DynamoErrors.await(
                "scan the copies of " + definition,
                client.tables()
                        .scan(scan(query)
                                .applyMutation(Scans.part(segment, after, limit))
                                .build()));
        return new CopyPage(states(definition, query.table(), page.items()), CursorText.of(page.lastEvaluatedKey()));
    }

    private ScanRequest.Builder scan(CopyQuery query) {
        Expressions expressions = new Expressions(client.items());
        return ScanRequest.builder()
                .tableName(query.table().name())
                .consistentRead(true)
                .projectionExpression(query.projection(expressions))
                .expressionAttributeNames(expressions.names());
    }

    /**
     * Items of randomly chosen parts of the table, a few of each: parts are cut by the hash of the partition key, so
     * that each partition key has about the same chance, and items that share one are drawn together.
     */
    List<CopyState> sample(CopyDefinition definition, int size) {
        CopyQuery query = new CopyQuery(definition, client);
        int parts = (int) Math.max(1, Math.min(MOST_SEGMENTS, query.table().items() / SAMPLED_AT_ONCE));
        Set<RecordKey> seen = new HashSet<>();
        List<CopyState> drawn = new ArrayList<>();
        int draws = Math.min(MOST_DRAWS, Math.max(2 * size / SAMPLED_AT_ONCE, 1) + 10);
        for (int i = 0; i < draws && seen.size() < size; i++) {
            int part = ThreadLocalRandom.current().nextInt(parts);
            int most = parts == 1 ? size : SAMPLED_AT_ONCE;
            ScanResponse page = DynamoErrors.await(
                    "draw a sample of the copies of " + definition,
                    client.tables()
                            .scan(scan(query)
                                    .segment(part)
                                    .totalSegments(parts)
                                    .limit(most)
                                    .build()));
            for (CopyState state : states(definition, query.table(), page.items())) {
                if (seen.size() < size && state.pointer().isPresent() && seen.add(state.record())) {
                    drawn.add(state);
                }
            }
            if (parts == 1) {
                break;
            }
        }
        return drawn;
    }
}
