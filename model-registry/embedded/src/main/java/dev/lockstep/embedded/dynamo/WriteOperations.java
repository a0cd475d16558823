package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Single, batched and transactional writes. Each is prepared, which may fail, and then stored, which cannot. */
final class WriteOperations {
    private static final int LARGEST_TRANSACTION = 100;

    private final Database database;
    private final Map<String, JsonNode> transactions = new HashMap<>();

    /** A write that passed its condition. */
    private record Write(
            DynamoTable table,
            ObjectNode key,
            @Nullable ObjectNode before,
            @Nullable ObjectNode after,
            boolean check) {}

    WriteOperations(Database database) {
        this.database = database;
    }

    ObjectNode put(JsonNode request) {
        return one(request, preparePut(request));
    }

    ObjectNode update(JsonNode request) {
        return one(request, prepareUpdate(request));
    }

    ObjectNode delete(JsonNode request) {
        return one(request, prepareDelete(request));
    }

    private ObjectNode one(JsonNode request, Write write) {
        store(write);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        String wanted = request.path("ReturnValues").asString("NONE");
        ObjectNode shown = wanted.equals("ALL_OLD") ? write.before : wanted.equals("ALL_NEW") ? write.after : null;
        if (wanted.startsWith("UPDATED")) {
            throw DynamoError.invalid("This imitation does not know ReturnValues=" + wanted);
        }
        if (shown != null) {
            answer.set("Attributes", shown);
        }
        return answer;
    }

    private void store(Write write) {
        if (!write.check) {
            write.table.store(write.key, write.after, new StreamLog.Origin(database.seconds(), false));
        }
    }

    private Write preparePut(JsonNode request) {
        DynamoTable table = database.table(request);
        ObjectNode item = Attributes.item(request.get("Item"));
        table.refuseBadItem(item);
        ObjectNode key = table.primary().of(item);
        return conditional(request, table, key, new Tokens.Placeholders(request), before -> item);
    }

    private Write prepareDelete(JsonNode request) {
        DynamoTable table = database.table(request);
        return conditional(
                request, table, table.key(request.get("Key")), new Tokens.Placeholders(request), before -> null);
    }

    private Write prepareUpdate(JsonNode request) {
        DynamoTable table = database.table(request);
        ObjectNode key = table.key(request.get("Key"));
        var placeholders = new Tokens.Placeholders(request);
        var update =
                new UpdateParser(new Tokens(request.path("UpdateExpression").asString(""), placeholders));
        for (DocumentPath path : update.paths()) {
            if (table.primary().names().contains(path.top())) {
                throw DynamoError.invalidParameter(
                        "Cannot update attribute " + path.top() + ". This attribute is part of the key");
            }
        }
        return conditional(request, table, key, placeholders, before -> {
            ObjectNode after = update.apply(before == null ? key : before);
            table.refuseBadItem(after);
            return after;
        });
    }

    private Write prepareCheck(JsonNode request) {
        Write write = prepareDelete(request);
        return new Write(write.table, write.key, write.before, write.before, true);
    }

    /** What a write leaves of an item. */
    private interface Effect {
        @Nullable
        ObjectNode on(@Nullable ObjectNode before);
    }

    private static Write conditional(
            JsonNode request, DynamoTable table, ObjectNode key, Tokens.Placeholders placeholders, Effect effect) {
        ObjectNode before = table.items().get(key);
        if (request.has("ConditionExpression")) {
            var tokens = new Tokens(request.get("ConditionExpression").asString(), placeholders);
            Condition condition = new ConditionParser(tokens).parse();
            placeholders.refuseUnused();
            if (!condition.holds(before == null ? JsonNodeFactory.instance.objectNode() : before)) {
                boolean show = request.path("ReturnValuesOnConditionCheckFailure")
                        .asString("")
                        .equals("ALL_OLD");
                throw new DynamoError(
                        "ConditionalCheckFailedException", "The conditional request failed", show ? before : null);
            }
        }
        placeholders.refuseUnused();
        return new Write(table, key, before, effect.on(before), false);
    }

    ObjectNode batch(JsonNode request) {
        List<Write> writes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        request.get("RequestItems")
                .properties()
                .forEach(entry -> entry.getValue().forEach(write -> {
                    boolean put = write.has("PutRequest");
                    ObjectNode inner = (ObjectNode)
                            write.get(put ? "PutRequest" : "DeleteRequest").deepCopy();
                    inner.put("TableName", entry.getKey());
                    Write prepared = put ? preparePut(inner) : prepareDelete(inner);
                    if (!seen.add(entry.getKey() + prepared.key)) {
                        throw DynamoError.invalid("Provided list of item keys contains duplicates");
                    }
                    writes.add(prepared);
                }));
        if (writes.size() > 25) {
            throw DynamoError.invalid("Too many items requested for the BatchWriteItem call");
        }
        writes.forEach(this::store);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putObject("UnprocessedItems");
        return answer;
    }

    ObjectNode transact(JsonNode request) {
        String token = request.path("ClientRequestToken").asString("");
        JsonNode known = transactions.get(token);
        JsonNode items = request.get("TransactItems");
        if (known != null && !known.equals(items)) {
            throw new DynamoError(
                    "IdempotentParameterMismatchException", "The request uses the same client token with other items");
        }
        if (known == null) {
            prepareAll(items).forEach(this::store);
            if (!token.isEmpty()) {
                transactions.put(token, items);
            }
        }
        return JsonNodeFactory.instance.objectNode();
    }

    private List<Write> prepareAll(JsonNode items) {
        if (items.size() > LARGEST_TRANSACTION) {
            throw DynamoError.invalid("1 validation error detected: Value at 'transactItems' failed to satisfy"
                    + " constraint: Member must have length less than or equal to " + LARGEST_TRANSACTION);
        }
        List<Write> writes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
        List<String> codes = new ArrayList<>();
        for (JsonNode item : items) {
            try {
                Write write = prepare(item);
                if (!seen.add(write.table.name() + write.key)) {
                    throw DynamoError.invalid("Transaction request cannot include multiple operations on one item");
                }
                writes.add(write);
                reasons.addObject().put("Code", "None");
                codes.add("None");
            } catch (DynamoError e) {
                if (!e.type().equals("ConditionalCheckFailedException")) {
                    throw e;
                }
                ObjectNode reason = reasons.addObject().put("Code", "ConditionalCheckFailed");
                reason.put("Message", e.getMessage());
                if (e.item() != null) {
                    reason.set("Item", e.item());
                }
                codes.add("ConditionalCheckFailed");
            }
        }
        if (writes.size() < items.size()) {
            throw new DynamoError(
                    "TransactionCanceledException",
                    "Transaction cancelled, please refer cancellation reasons for specific reasons ["
                            + String.join(", ", codes) + "]",
                    reasons);
        }
        return writes;
    }

    private Write prepare(JsonNode item) {
        var entry = item.properties().iterator().next();
        return switch (entry.getKey()) {
            case "Put" -> preparePut(entry.getValue());
            case "Update" -> prepareUpdate(entry.getValue());
            case "Delete" -> prepareDelete(entry.getValue());
            default -> prepareCheck(entry.getValue());
        };
    }
}
