package dev.lockstep.connectors.debezium;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.connect.runtime.WorkerConfig;
import org.apache.kafka.connect.storage.MemoryOffsetBackingStore;

/**
 * Where an engine begins, and in memory what it has marked as processed. The checkpoint in the state store is the one
 * record of what is durable (rule R2). Debezium makes it by its class name, hence public.
 */
public final class StartOffsets extends MemoryOffsetBackingStore {
    /** The engine's property that names what {@link #begin} was given. */
    static final String PROPERTY = "offset.storage.file.filename";

    private static final Map<String, Offset> STARTS = new ConcurrentHashMap<>();

    private Offset start = Offset.at(0);

    /** Called by Debezium. */
    public StartOffsets() {}

    /** Says where the engine of this id begins, until {@link #forget}. */
    static void begin(String id, Offset offset) {
        STARTS.put(id, offset);
    }

    static void forget(String id) {
        STARTS.remove(id);
    }

    @Override
    public void configure(WorkerConfig config) {
        super.configure(config);
        String id = String.valueOf(config.originals().get(PROPERTY));
        Offset known = STARTS.get(id);
        if (known == null) {
            throw new IllegalStateException("no start is known for engine " + id);
        }
        start = known;
    }

    /** What was marked as processed, and the start before anything was: the slot is moved to what this answers. */
    @Override
    public Future<Map<ByteBuffer, ByteBuffer>> get(Collection<ByteBuffer> keys) {
        return executor.submit(() -> {
            Map<ByteBuffer, ByteBuffer> all = new HashMap<>();
            keys.forEach(key -> all.put(key, data.computeIfAbsent(key, none -> ByteBuffer.wrap(start.bytes()))));
            return all;
        });
    }

    @Override
    public Set<Map<String, Object>> connectorPartitions(String connectorName) {
        return Set.of();
    }
}
