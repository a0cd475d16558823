package dev.lockstep.connectors.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

class ClientTest {
    private final ScriptedTables tables = new ScriptedTables();
    private final Client client = new Client(
            DynamoSettings.parse(new StoreName("shop"), Map.of("endpoint", "http://127.0.0.1:1")),
            tables,
            new ScriptedStreams());

    private static Map<String, AttributeValue> key(int number) {
        return Map.of("id", AttributeValue.fromS("k" + number));
    }

    private List<Map<String, AttributeValue>> get(int count) {
        return client.get(
                "read",
                client.table("customers"),
                IntStream.range(0, count).mapToObj(ClientTest::key).toList(),
                null,
                Map.of());
    }

    @Test
    void asksAgainForWhatWasNotProcessed() {
        List<Integer> asked = new ArrayList<>();
        tables.gets = request -> {
            List<Map<String, AttributeValue>> keys =
                    request.requestItems().get("customers").keys();
            asked.add(keys.size());
            int half = (keys.size() + 1) / 2;
            KeysAndAttributes rest = KeysAndAttributes.builder()
                    .keys(keys.subList(half, keys.size()))
                    .build();
            return BatchGetItemResponse.builder()
                    .responses(Map.of("customers", keys.subList(0, half)))
                    .unprocessedKeys(rest.keys().isEmpty() ? Map.of() : Map.of("customers", rest))
                    .build();
        };

        assertThat(get(103)).hasSize(103).doesNotHaveDuplicates();
        assertThat(asked).startsWith(100, 50, 25);
    }

    @Test
    void saysThatItIsThrottledWhenNothingIsProcessed() {
        tables.gets = request -> BatchGetItemResponse.builder()
                .unprocessedKeys(request.requestItems())
                .build();

        assertThatThrownBy(() -> get(1))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.THROTTLED));
    }

    @Test
    void leavesOutKeysThatNoItemCanHave() {
        List<Integer> asked = new ArrayList<>();
        tables.gets = request -> {
            asked.add(request.requestItems().get("customers").keys().size());
            return BatchGetItemResponse.builder().build();
        };

        client.get(
                "read",
                client.table("customers"),
                List.of(
                        key(1),
                        key(1),
                        Map.of("id", AttributeValue.fromN("7")),
                        Map.of("id", AttributeValue.fromS("")),
                        Map.of("other", AttributeValue.fromS("k"))),
                null,
                Map.of());

        assertThat(asked).containsExactly(1);
    }
}
