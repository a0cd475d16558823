package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.SchemaInspector.Sizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Estimates for plans. Quantiles come from sources drawn at random; the largest ones from copies drawn at random, where
 * a source turns up in proportion to its copies.
 */
final class SizeEstimate {
    private static final int SOURCES = 40;
    private static final int COPIES = 200;
    private static final int COUNTED = 20;
    private static final int LARGEST = 10;
    private static final long LONGEST_COUNT_MILLIS = 2_000;

    private final Databases databases;
    private final CopyDefinition definition;
    private final Source source;
    private final CopyQuery query;

    SizeEstimate(Databases databases, CopyDefinition definition, Source source) {
        this.databases = databases;
        this.definition = definition;
        this.source = source;
        this.query = new CopyQuery(definition, databases.settings().labelPrefix());
    }

    Sizes run() {
        boolean here = source.at().store().equals(definition.copy().at().store());
        List<Long> counts = new ArrayList<>();
        if (here) {
            sampleSources().forEach(key -> counts.add(count(key)));
        }
        Map<SourceKey, Long> largest = new LinkedHashMap<>();
        samplePointers().stream()
                .map(key -> Map.entry(key, count(key)))
                .sorted(Map.Entry.<SourceKey, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(LARGEST)
                .forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        return new Sizes(
                here ? OptionalLong.of(estimate(source.at().collection())) : OptionalLong.empty(),
                OptionalLong.of(estimate(definition.copy().at().collection())),
                quantiles(counts, largest),
                largest);
    }

    private static Map<String, Long> quantiles(List<Long> counts, Map<SourceKey, Long> largest) {
        List<Long> sorted = counts.stream().filter(count -> count >= 0).sorted().toList();
        if (sorted.isEmpty()) {
            return Map.of();
        }
        long max = Math.max(
                sorted.get(sorted.size() - 1),
                largest.values().stream().mapToLong(Long::longValue).max().orElse(0));
        return Map.of("p50", sorted.get(sorted.size() / 2), "p99", sorted.get(sorted.size() * 99 / 100), "max", max);
    }

    private long estimate(String collection) {
        return databases.collection(collection).estimatedDocumentCount();
    }

    private Set<SourceKey> sampleSources() {
        Set<SourceKey> keys = new LinkedHashSet<>();
        databases
                .collection(source.at().collection())
                .aggregate(List.of(new BsonDocument("$sample", new BsonDocument("size", new BsonInt32(SOURCES)))))
                .forEach(document ->
                        source.key().match(BsonMapping.toDoc(document)).ifPresent(keys::add));
        return keys;
    }

    private Set<SourceKey> samplePointers() {
        Set<SourceKey> keys = new LinkedHashSet<>();
        for (CopyState state : new CopyReader(databases).sample(definition, COPIES)) {
            if (keys.size() < COUNTED) {
                state.pointer().ifPresent(keys::add);
            }
        }
        return keys;
    }

    /** Copies of one source by the index; -1 when counting takes too long or the index is not there. */
    private long count(SourceKey key) {
        MongoCollection<BsonDocument> collection =
                databases.collection(definition.copy().at().collection());
        CountOptions options = new CountOptions().maxTime(LONGEST_COUNT_MILLIS, TimeUnit.MILLISECONDS);
        String index = query.index();
        try {
            return collection.countDocuments(
                    query.copiesOf(key),
                    index == null ? options : options.hintString(index).collation(CopyQuery.simple()));
        } catch (MongoException tooSlow) {
            return -1;
        }
    }
}
