package dev.lockstep.connectors.debezium;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CaptureFactory.Capture;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of one PostgreSQL database: one slot, one publication, one partition for all its tables. */
final class PostgresCapture implements Capture {
    private final StoreName store;
    private final CaptureSettings settings;
    private final Set<EngineStream> open = ConcurrentHashMap.newKeySet();

    PostgresCapture(StoreName store, CaptureSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    @Override
    public List<String> partitions(Set<String> collections) {
        return List.of(settings.slot());
    }

    @Override
    public ChangeStream open(String partition, Subscription subscription, Start start) {
        try (Connection connection = settings.connect()) {
            Slot slot = new Slot(settings, connection);
            slot.publish(Slot.tables(subscription.collections().keySet(), settings.schema()));
            Offset begin = slot.begin(start);
            EngineStream stream = new EngineStream(
                    new RowChanges(
                            store, settings.schema(), subscription.collections().keySet()),
                    settings,
                    slot.identity(),
                    begin,
                    open::remove);
            open.add(stream);
            stream.start();
            return stream;
        } catch (SQLException failure) {
            throw Failures.of("open slot " + settings.slot(), failure);
        }
    }

    @Override
    public void close() {
        open.forEach(EngineStream::end);
    }

    /** A failure that passes when the stream is opened again. */
    static StoreException ended(String slot, String why) {
        return new StoreException(
                StoreException.Kind.TRANSIENT,
                "Could not read slot " + slot + ": " + why + ". It is opened again at the last checkpoint.",
                null);
    }
}
