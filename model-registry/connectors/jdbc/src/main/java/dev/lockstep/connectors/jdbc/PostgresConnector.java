package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CaptureFactory;
import dev.lockstep.store.CaptureFactory.Capture;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.StoreDescription;
import dev.lockstep.store.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL database, as a source of truth. */
final class PostgresConnector implements Connector {
    private final StoreName name;
    private final PostgresSettings settings;
    private final Optional<CaptureFactory> captures;
    private final Database database;
    private @Nullable Capture capture;

    PostgresConnector(StoreName name, PostgresSettings settings, Optional<CaptureFactory> captures) {
        this.name = name;
        this.settings = settings;
        this.captures = captures;
        this.database = new Database(settings);
    }

    @Override
    public StoreName name() {
        return name;
    }

    @Override
    public StoreDescription describe() {
        return new ServerFacts(database).describe();
    }

    @Override
    public synchronized ChangeSource changes() {
        if (capture == null) {
            capture = captures.orElseThrow(() -> new StoreException(
                            StoreException.Kind.PERMANENT,
                            "Could not open the stream of store " + name
                                    + ": this application has no capture of PostgreSQL. Use the fan-out service, which has it.",
                            null))
                    .open(name, settings.complete());
        }
        return capture;
    }

    @Override
    public RecordReader records() {
        return new PostgresRecordReader(database);
    }

    @Override
    public CopyStore copies() {
        return new NoCopies(name);
    }

    @Override
    public SchemaInspector inspector() {
        return new PostgresInspector(database);
    }

    @Override
    public synchronized void close() {
        if (capture != null) {
            capture.close();
        }
        database.close();
    }
}
