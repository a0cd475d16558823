package dev.lockstep.embedded.dynamo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The requests it knows, one at a time: every request and the records of its changes are one step. */
final class Requests {
    private final Database database;
    private final StreamOperations streams;
    private final Map<String, Function<JsonNode, ObjectNode>> known = new HashMap<>();

    Requests(Database database) {
        this.database = database;
        this.streams = new StreamOperations(database);
        var tables = new TableOperations(database);
        known.put("CreateTable", tables::create);
        known.put("UpdateTable", tables::update);
        known.put("DescribeTable", tables::describe);
        known.put("DeleteTable", tables::delete);
        known.put("ListTables", tables::list);
        known.put("UpdateTimeToLive", tables::updateTimeToLive);
        known.put("DescribeTimeToLive", tables::describeTimeToLive);
        var writes = new WriteOperations(database);
        known.put("PutItem", writes::put);
        known.put("UpdateItem", writes::update);
        known.put("DeleteItem", writes::delete);
        known.put("BatchWriteItem", writes::batch);
        known.put("TransactWriteItems", writes::transact);
        var reads = new ReadOperations(database);
        known.put("GetItem", reads::get);
        known.put("BatchGetItem", reads::batchGet);
        known.put("Query", reads::query);
        known.put("Scan", reads::scan);
        known.put("ListStreams", streams::list);
        known.put("DescribeStream", streams::describe);
        known.put("GetShardIterator", streams::iterator);
        known.put("GetRecords", streams::records);
    }

    synchronized ObjectNode answer(String operation, JsonNode request) {
        Function<JsonNode, ObjectNode> handler = known.get(operation);
        if (handler == null) {
            throw new DynamoError("UnknownOperationException", "This imitation does not know " + operation);
        }
        return handler.apply(request);
    }

    synchronized void onStream(String table, Consumer<StreamLog> action) {
        StreamLog stream = table(table).stream();
        if (stream == null) {
            throw new IllegalStateException("The table has no stream: " + table);
        }
        action.accept(stream);
    }

    synchronized void lagIndexes(String table, Duration lag) {
        table(table).lagIndexes(database.clock(), lag);
    }

    synchronized void expireIterators() {
        streams.expireIterators();
    }

    synchronized int expireItems(String name, Instant now) {
        DynamoTable table = table(name);
        String attribute = table.expiryAttribute();
        List<ObjectNode> over = new ArrayList<>();
        if (attribute != null) {
            for (ObjectNode item : table.items().all(0, 1, null)) {
                JsonNode at = item.path(attribute).path("N");
                if (at.isString() && Double.parseDouble(at.asString()) < now.getEpochSecond()) {
                    over.add(item);
                }
            }
        }
        var origin = new StreamLog.Origin(database.seconds(), true);
        over.forEach(item -> table.store(table.primary().of(item), null, origin));
        return over.size();
    }

    private DynamoTable table(String name) {
        return database.table(JsonNodeFactory.instance.objectNode().put("TableName", name));
    }
}
