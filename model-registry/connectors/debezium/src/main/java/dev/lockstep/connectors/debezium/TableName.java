package dev.lockstep.connectors.debezium;

/** A table that a model's collection names: {@code table}, or {@code schema.table}. */
record TableName(String schema, String table) {
    static TableName of(String collection, String defaultSchema) {
        int dot = collection.indexOf('.');
        return dot < 0
                ? new TableName(defaultSchema, collection)
                : new TableName(collection.substring(0, dot), collection.substring(dot + 1));
    }

    /** As it is written in SQL. */
    String sql() {
        return quote(schema) + "." + quote(table);
    }

    static String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
