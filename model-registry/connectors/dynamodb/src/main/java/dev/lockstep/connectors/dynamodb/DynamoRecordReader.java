package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Position;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Reads sources by their complete primary key. A strongly consistent read holds every write that was acknowledged
 * before it, and so every change that a stream has told of (rule R10).
 */
final class DynamoRecordReader implements RecordReader {
    private final Client client;

    DynamoRecordReader(Client client) {
        this.client = client;
    }

    @Override
    public Map<SourceKey, Doc> read(Source source, Collection<SourceKey> keys, Optional<Position> notBefore) {
        Table table = client.table(source.at().collection());
        if (!CopyQuery.isOf(source.key(), table.key())) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not read sources of " + source.at() + ": source.key is not the primary key " + table.key()
                            + " of the table. Name all of it.",
                    null);
        }
        List<Map<String, AttributeValue>> wanted = new ArrayList<>();
        for (SourceKey key : keys) {
            Map<String, Value> attributes = new LinkedHashMap<>();
            CopyQuery.render(source.key(), key).forEach((path, value) -> attributes.put(path.head(), value));
            wanted.add(Values.toItem(Doc.of(attributes)));
        }
        Map<SourceKey, Doc> read = new HashMap<>();
        for (Map<String, AttributeValue> item :
                client.get("read sources of " + source.at(), table, wanted, null, Map.of())) {
            Doc record = client.items().toRecord(item);
            source.key().match(record).ifPresent(key -> read.put(key, record));
        }
        return read;
    }

    @Override
    public List<Segment> segments(Source source, int wanted) {
        client.table(source.at().collection());
        return Scans.segments(wanted);
    }

    @Override
    public Page scan(Source source, Segment segment, @Nullable Cursor after, int limit) {
        ScanResponse page = DynamoErrors.await(
                "scan the sources of " + source.at(),
                client.tables()
                        .scan(ScanRequest.builder()
                                .tableName(source.at().collection())
                                .consistentRead(true)
                                .applyMutation(Scans.part(segment, after, limit))
                                .build()));
        return new Page(
                page.items().stream().map(client.items()::toRecord).toList(), CursorText.of(page.lastEvaluatedKey()));
    }
}
