package dev.lockstep.embedded.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class ExpressionsIT extends Client {
    private static AttributeValue n(int number) {
        return AttributeValue.fromN(Integer.toString(number));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            n BETWEEN :one AND :nine                    | true
            n BETWEEN :nine AND :nine                   | false
            n IN (:one, :five)                          | true
            n = :text                                   | false
            n <> :text                                  | true
            absent1 <> :text                               | true
            absent1 = :text                                | false
            absent1 < :five                                | false
            NOT absent1 < :five                            | true
            contains(t, :bc)                            | true
            contains(tags, :bc)                         | true
            contains(tags, :text)                       | false
            begins_with(t, :bc)                         | false
            size(t) = :four                             | true
            size(tags) < :four                          | true
            attribute_type(lines1, :list)                | true
            lines1[1].sku = :bc                          | true
            lines1[2].sku = :bc                          | false
            n = :one OR n = :five AND t = :text         | false
            (n = :one OR n = :five) AND t = :abcd       | true
            """)
    void selectsAsTheExpressionSays(String expression, boolean selects) {
        AttributeValue line = AttributeValue.fromM(Map.of("sku", s("bc")));
        put(
                "A",
                "1",
                Map.of(
                        "n", n(5),
                        "t", s("abcd"),
                        "tags", AttributeValue.fromSs(List.of("bc", "d")),
                        "lines1", AttributeValue.fromL(List.of(n(1), line))));
        Map<String, AttributeValue> all = Map.of(
                ":one", n(1),
                ":four", n(4),
                ":five", n(5),
                ":nine", n(9),
                ":text", s("5"),
                ":bc", s("bc"),
                ":abcd", s("abcd"),
                ":list", s("L"));
        Map<String, AttributeValue> used = new HashMap<>(all);
        used.keySet().removeIf(name -> !expression.matches(".*" + name + "\\b.*"));
        var found = await(dynamo.scan(
                scan -> scan.tableName(TABLE).filterExpression(expression).expressionAttributeValues(used)));
        assertThat(found.scannedCount()).isEqualTo(1);
        assertThat(found.count()).isEqualTo(selects ? 1 : 0);
    }

    @Test
    void appliesEveryKindOfUpdateToTheItemAsItWas() {
        put(
                "A",
                "1",
                Map.of(
                        "a", n(1),
                        "b", n(10),
                        "list1", AttributeValue.fromL(List.of(n(1))),
                        "tags", AttributeValue.fromSs(List.of("x", "y")),
                        "gone", n(0),
                        "last", AttributeValue.fromSs(List.of("x"))));
        await(dynamo.updateItem(update -> update.tableName(TABLE)
                .key(key("A", "1"))
                .updateExpression(
                        "SET a = b - :one, b = a, c = if_not_exists(c, :one), list1 = list_append(list1, :more)"
                                + " REMOVE gone ADD d :one DELETE tags :x, #last :x")
                .expressionAttributeNames(Map.of("#last", "last"))
                .expressionAttributeValues(Map.of(
                        ":one", n(1),
                        ":more", AttributeValue.fromL(List.of(n(2))),
                        ":x", AttributeValue.fromSs(List.of("x"))))));
        assertThat(get("A", "1"))
                .containsEntry("a", n(9))
                .containsEntry("b", n(1))
                .containsEntry("c", n(1))
                .containsEntry("d", n(1))
                .containsEntry("list1", AttributeValue.fromL(List.of(n(1), n(2))))
                .containsEntry("tags", AttributeValue.fromSs(List.of("y")))
                .doesNotContainKeys("gone", "last");
    }

    @Test
    void readsALocalIndexStronglyAndShowsWhatItProjects() {
        put("A", "1", Map.of("status", s("OPEN"), "customerName", s("Zubaida"), "total", n(5)));
        put("A", "2", Map.of("customerName", s("Zubaida")));
        var found = await(dynamo.query(query -> query.tableName(TABLE)
                .indexName("LSI1")
                .consistentRead(true)
                .keyConditionExpression("PK = :pk")
                .expressionAttributeValues(Map.of(":pk", s("A")))));
        assertThat(found.items())
                .containsExactly(Map.of("PK", s("A"), "SK", s("1"), "status", s("OPEN"), "customerName", s("Zubaida")));
    }

    @Test
    void writesAndReadsInBatches() {
        List<WriteRequest> writes = List.of(
                WriteRequest.builder()
                        .putRequest(put -> put.item(key("A", "1")))
                        .build(),
                WriteRequest.builder()
                        .putRequest(put -> put.item(key("A", "2")))
                        .build());
        await(dynamo.batchWriteItem(batch -> batch.requestItems(Map.of(TABLE, writes))));
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(key("A", "1"), key("A", "2"), key("A", "3"))
                .consistentRead(true)
                .projectionExpression("SK")
                .build();
        var found = await(dynamo.batchGetItem(batch -> batch.requestItems(Map.of(TABLE, wanted))));
        assertThat(found.responses().get(TABLE)).containsExactlyInAnyOrder(Map.of("SK", s("1")), Map.of("SK", s("2")));
    }

    @Test
    void showsTheItemBesideAFailedConditionWhenAsked() {
        put("A", "1", Map.of("n", n(5)));
        var failed = catchThrowableOfType(
                ConditionalCheckFailedException.class,
                () -> await(dynamo.deleteItem(delete -> delete.tableName(TABLE)
                        .key(key("A", "1"))
                        .conditionExpression("n > :n")
                        .expressionAttributeValues(Map.of(":n", n(5)))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))));
        assertThat(failed.item()).containsEntry("n", n(5));
        assertThat(get("A", "1")).isNotEmpty();
    }

    @Test
    void refusesOverlappingPathsKeysAndUnusedPlaceholders() {
        put("A", "1", Map.of());
        assertThatThrownBy(() -> update("SET m = :v, m.x = :v", Map.of(":v", n(1))))
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> update("SET SK = :v", Map.of(":v", s("2")))).hasMessageContaining("part of the key");
        assertThatThrownBy(() -> update("SET m = :v", Map.of(":v", n(1), ":w", n(1))))
                .hasMessageContaining("unused in expressions");
    }

    private void update(String expression, Map<String, AttributeValue> values) {
        await(dynamo.updateItem(update -> update.tableName(TABLE)
                .key(key("A", "1"))
                .updateExpression(expression)
                .expressionAttributeValues(values)));
    }
}
