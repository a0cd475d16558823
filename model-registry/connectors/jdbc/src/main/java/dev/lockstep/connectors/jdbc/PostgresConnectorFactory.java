package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CaptureFactory;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import java.util.List;
import java.util.Map;

/** Makes PostgreSQL connectors; their streams come from a capture module, where the application has one. */
final class PostgresConnectorFactory implements ConnectorFactory {
    static final String KIND = "postgresql";

    private final List<CaptureFactory> captures;

    PostgresConnectorFactory(List<CaptureFactory> captures) {
        this.captures =
                captures.stream().filter(capture -> capture.kind().equals(KIND)).toList();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Connector open(StoreName name, Map<String, String> settings) {
        PostgresSettings parsed = PostgresSettings.parse(name, settings);
        return new PostgresConnector(name, parsed, captures.stream().findFirst());
    }
}
