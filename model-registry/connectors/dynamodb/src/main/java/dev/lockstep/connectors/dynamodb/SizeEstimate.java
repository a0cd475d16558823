package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.SchemaInspector.Sizes;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Sizes for a plan: from a page of copies, the counts of some of their sources, and what the table says of itself. */
final class SizeEstimate {
    private static final int PAGE = 1_000;
    private static final int MOST_COUNTED = 20;
    private static final int MOST_PAGES = 10;
    private static final int LARGEST = 10;

    private final Client client;
    private final CopyDefinition definition;
    private final Source source;

    SizeEstimate(Client client, CopyDefinition definition, Source source) {
        this.client = client;
        this.definition = definition;
        this.source = source;
    }

    Sizes run() {
        CopyReader reader = new CopyReader(client);
        var page = reader.scan(definition, new Segment("0/1"), null, PAGE);
        Map<SourceKey, Long> seen = new HashMap<>();
        for (CopyState copy : page.copies()) {
            copy.pointer().ifPresent(key -> seen.merge(key, 1L, Long::sum));
        }
        long copies = page.next().isEmpty()
                ? page.copies().stream()
                        .filter(copy -> copy.pointer().isPresent())
                        .count()
                : client.table(definition.copy().at().collection()).items();
        Map<SourceKey, Long> counts = page.next().isEmpty() ? seen : counted(seen);
        List<Long> sorted = new ArrayList<>(counts.values());
        sorted.sort(null);
        Map<String, Long> quantiles = new LinkedHashMap<>();
        if (!sorted.isEmpty()) {
            quantiles.put("p50", sorted.get(sorted.size() / 2));
            quantiles.put("p99", sorted.get(Math.min(sorted.size() - 1, sorted.size() * 99 / 100)));
            quantiles.put("max", sorted.get(sorted.size() - 1));
        }
        return new Sizes(sources(), OptionalLong.of(copies), quantiles, largest(counts));
    }

    private OptionalLong sources() {
        try {
            return OptionalLong.of(client.table(source.at().collection()).items());
        } catch (StoreException otherStore) {
            return OptionalLong.empty();
        }
    }

    private Map<SourceKey, Long> counted(Map<SourceKey, Long> seen) {
        CopyQuery query = new CopyQuery(definition, client);
        Map<SourceKey, Long> counts = new HashMap<>();
        seen.entrySet().stream()
                .sorted(Map.Entry.<SourceKey, Long>comparingByValue().reversed())
                .limit(MOST_COUNTED)
                .forEach(entry -> counts.put(entry.getKey(), count(query, entry.getKey(), entry.getValue())));
        return counts;
    }

    private long count(CopyQuery query, SourceKey key, long otherwise) {
        var wanted = query.count(key);
        if (wanted.isEmpty()) {
            return otherwise;
        }
        long count = 0;
        for (int i = 0; i < MOST_PAGES; i++) {
            QueryResponse page = DynamoErrors.await(
                    "count the copies of " + definition,
                    client.tables().query(wanted.get().build()));
            count += page.count();
            if (page.lastEvaluatedKey().isEmpty()) {
                break;
            }
            wanted.get().exclusiveStartKey(page.lastEvaluatedKey());
        }
        return count;
    }

    private static Map<SourceKey, Long> largest(Map<SourceKey, Long> counts) {
        Map<SourceKey, Long> largest = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<SourceKey, Long>comparingByValue().reversed())
                .limit(LARGEST)
                .forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        return largest;
    }
}
