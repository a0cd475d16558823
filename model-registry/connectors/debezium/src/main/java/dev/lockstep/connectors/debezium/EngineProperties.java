package dev.lockstep.connectors.debezium;

import java.util.Collection;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How an engine is set up. */
final class EngineProperties {
    private EngineProperties() {}

    static Properties of(String id, CaptureSettings settings, Collection<TableName> tables) {
        Properties engine = new Properties();
        engine.setProperty("name", settings.slot());
        engine.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
        engine.setProperty("topic.prefix", "lockstep");
        engine.setProperty("offset.storage", StartOffsets.class.getName());
        engine.setProperty(StartOffsets.PROPERTY, id);
        engine.setProperty("offset.flush.interval.ms", "0");
        engine.setProperty("plugin.name", "pgoutput");
        engine.setProperty("slot.name", settings.slot());
        engine.setProperty("publication.name", settings.publication());
        engine.setProperty("publication.autocreate.mode", "disabled");
        engine.setProperty("snapshot.mode", "no_data");
        engine.setProperty("tombstones.on.delete", "false");
        engine.setProperty(
                "heartbeat.interval.ms", String.valueOf(settings.heartbeat().toMillis()));
        engine.setProperty("poll.interval.ms", "20");
        engine.setProperty("errors.max.retries", "0");
        engine.setProperty(
                "table.include.list",
                tables.stream()
                        .map(table -> Pattern.quote(table.schema()) + "\\." + Pattern.quote(table.table()))
                        .collect(Collectors.joining(",")));
        engine.setProperty("database.hostname", settings.part("PGHOST", "localhost"));
        engine.setProperty("database.port", settings.part("PGPORT", "5432"));
        engine.setProperty("database.dbname", settings.part("PGDBNAME", ""));
        engine.setProperty("database.user", settings.user() == null ? settings.part("user", "") : settings.user());
        engine.setProperty(
                "database.password", settings.password() == null ? settings.part("password", "") : settings.password());
        return engine;
    }
}
