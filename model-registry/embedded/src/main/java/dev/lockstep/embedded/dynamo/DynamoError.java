package dev.lockstep.embedded.dynamo;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An answer with an error, as the service names it. */
final class DynamoError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String type;
    private final transient @Nullable JsonNode item;

    DynamoError(String type, String message) {
        this(type, message, null);
    }

    DynamoError(String type, String message, @Nullable JsonNode item) {
        super(message, null, false, false);
        this.type = type;
        this.item = item;
    }

    static DynamoError invalid(String message) {
        return new DynamoError("ValidationException", message);
    }

    static DynamoError invalidParameter(String message) {
        return invalid("One or more parameter values were invalid: " + message);
    }

    static DynamoError notFound(String message) {
        return new DynamoError("ResourceNotFoundException", message);
    }

    String type() {
        return type;
    }

    /** The item beside which a condition failed, where the request asked for it. */
    @Nullable
    JsonNode item() {
        return item;
    }

    ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", "com.amazonaws.dynamodb.v20120810#" + type);
        body.put("message", String.valueOf(getMessage()));
        if (item != null && type.equals("TransactionCanceledException")) {
            body.set("CancellationReasons", item);
        } else if (item != null) {
            body.set("Item", item);
        }
        return body;
    }
}
