package dev.lockstep.embedded.dynamo;

import java.time.Clock;
import java.util.Collection;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The tables by name. Guarded by the server's lock. */
final class Database {
    private final TreeMap<String, DynamoTable> tables = new TreeMap<>();
    private final Clock clock;
    private int streams;

    Database(Clock clock) {
        this.clock = clock;
    }

    Clock clock() {
        return clock;
    }

    /** The table a request for items names; by name or by ARN. */
    DynamoTable table(JsonNode request) {
        String name = name(request);
        DynamoTable table = tables.get(name);
        if (table == null) {
            throw DynamoError.notFound("Requested resource not found");
        }
        return table;
    }

    private static String name(JsonNode request) {
        String name = request.path("TableName").asString("");
        return name.substring(name.lastIndexOf('/') + 1);
    }

    void add(DynamoTable table) {
        if (tables.putIfAbsent(table.name(), table) != null) {
            throw new DynamoError("ResourceInUseException", "Table already exists: " + table.name());
        }
    }

    void remove(DynamoTable table) {
        tables.remove(table.name());
    }

    Collection<DynamoTable> tables() {
        return tables.values();
    }

    StreamLog newStream(DynamoTable table, String viewType) {
        return new StreamLog(table.arn(), clock.instant() + "-" + ++streams, viewType);
    }

    StreamLog stream(String arn) {
        for (DynamoTable table : tables.values()) {
            for (StreamLog stream : table.streams()) {
                if (stream.arn().equals(arn)) {
                    return stream;
                }
            }
        }
        throw DynamoError.notFound("Requested resource not found: Stream: " + arn + " not found");
    }

    long seconds() {
        return clock.instant().getEpochSecond();
    }
}
