package dev.lockstep.connectors.debezium;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CaptureFactory;
import java.util.Map;

/** Makes the streams of PostgreSQL stores. */
final class PostgresCaptureFactory implements CaptureFactory {
    @Override
    public String kind() {
        return "postgresql";
    }

    @Override
    public Capture open(StoreName name, Map<String, String> settings) {
        return new PostgresCapture(name, CaptureSettings.of(settings));
    }
}
