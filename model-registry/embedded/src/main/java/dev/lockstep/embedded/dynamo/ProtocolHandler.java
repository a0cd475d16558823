package dev.lockstep.embedded.dynamo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The HTTP side: an operation in the header {@code X-Amz-Target}, a JSON body, a JSON answer. */
final class ProtocolHandler implements HttpHandler {
    private static final Logger log = LoggerFactory.getLogger(ProtocolHandler.class);

    private final JsonMapper json = JsonMapper.builder().build();
    private final Requests requests;
    private final AtomicLong answered = new AtomicLong();

    ProtocolHandler(Requests requests) {
        this.requests = requests;
    }

    long answered() {
        return answered.get();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 200;
        answered.incrementAndGet();
        ObjectNode answer;
        try {
            answer = requests.answer(target.substring(target.indexOf('.') + 1), json.readTree(body));
        } catch (DynamoError e) {
            status = 400;
            answer = e.body();
        } catch (JacksonException e) {
            status = 400;
            answer = new DynamoError("SerializationException", "The body is not JSON").body();
        } catch (RuntimeException e) {
            log.error("Could not answer {}. The client gets status 500; this is a fault of the imitation.", target, e);
            status = 500;
            answer = JsonNodeFactory.instance.objectNode().put("__type", "InternalServerError");
        }
        byte[] bytes = json.writeValueAsBytes(answer);
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.getResponseHeaders().set("Server", "lockstep-embedded (imitation of DynamoDB)");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
