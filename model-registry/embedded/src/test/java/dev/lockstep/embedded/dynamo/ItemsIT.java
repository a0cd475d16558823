package dev.lockstep.embedded.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class ItemsIT extends Client {
    private static final String NEWER = "attribute_exists(PK) AND (attribute_not_exists(#label)"
            + " OR NOT attribute_type(#label, :map) OR #label.#key <> :key OR NOT #label.#version >= :version)";

    private void rename(String pk, String sk, String name, String version) {
        AttributeValue label = AttributeValue.fromM(Map.of("s", s("42"), "v", s(version)));
        await(dynamo.updateItem(update -> update.tableName(TABLE)
                .key(key(pk, sk))
                .updateExpression("SET customerName = :name, #label = :label")
                .conditionExpression(NEWER)
                .expressionAttributeNames(Map.of("#label", "_lockstep.m.c", "#key", "s", "#version", "v"))
                .expressionAttributeValues(Map.of(
                        ":name", s(name), ":label", label, ":map", s("M"), ":key", s("42"), ":version", s(version)))));
    }

    @Test
    void refusesAnOlderLabelAndTakesANewerOne() {
        put("USER#42", "ORDER#1", Map.of("customerName", s("Zubaida")));
        rename("USER#42", "ORDER#1", "Zubaida B.", "005");
        assertThatThrownBy(() -> rename("USER#42", "ORDER#1", "Zubaida", "004"))
                .isInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(() -> rename("USER#42", "ORDER#1", "Zubaida", "005"))
                .isInstanceOf(ConditionalCheckFailedException.class);
        rename("USER#42", "ORDER#1", "Zubaida C.", "006");
        assertThat(get("USER#42", "ORDER#1")).containsEntry("customerName", s("Zubaida C."));
    }

    @Test
    void replacesAMalformedLabel() {
        put("USER#42", "ORDER#1", Map.of("_lockstep.m.c", s("not a map")));
        rename("USER#42", "ORDER#1", "Zubaida", "001");
        assertThat(get("USER#42", "ORDER#1")).containsEntry("customerName", s("Zubaida"));
    }

    @Test
    void makesNoItemWhereTheConditionWantsOne() {
        assertThatThrownBy(() -> rename("USER#42", "ORDER#9", "Zubaida", "001"))
                .isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(get("USER#42", "ORDER#9")).isEmpty();
    }

    @Test
    void findsAPrefixInOrderAndOnlyThat() {
        put("USER#42", "PROFILE", Map.of());
        put("USER#42", "ORDER#2", Map.of());
        put("USER#42", "ORDER#10", Map.of());
        put("USER#7", "ORDER#1", Map.of());
        assertThat(orders("USER#42")).extracting(item -> item.get("SK").s()).containsExactly("ORDER#10", "ORDER#2");
    }

    @Test
    void pagesThroughAnIndexWithoutLossOrRepetition() {
        for (int i = 0; i < 25; i++) {
            // The same sort key in many partitions: only the primary key tells these items apart.
            put("ORDER#" + i, "META", Map.of("GSI1PK", s("CUSTOMER#42"), "customerName", s("Zubaida")));
        }
        List<String> found = new ArrayList<>();
        dynamo.queryPaginator(query -> query.tableName(TABLE)
                        .indexName("GSI1")
                        .limit(4)
                        .keyConditionExpression("GSI1PK = :c")
                        .expressionAttributeValues(Map.of(":c", s("CUSTOMER#42"))))
                .items()
                .subscribe(item -> {
                    assertThat(item).doesNotContainKey("customerName");
                    found.add(item.get("PK").s());
                })
                .join();
        assertThat(found).hasSize(25).doesNotHaveDuplicates();
    }

    @Test
    void scansEachItemInExactlyOneSegment() {
        for (int i = 0; i < 40; i++) {
            put("USER#" + i, "PROFILE", Map.of());
        }
        List<String> seen = new ArrayList<>();
        for (int segment = 0; segment < 3; segment++) {
            int number = segment;
            dynamo.scanPaginator(scan -> scan.tableName(TABLE)
                            .segment(number)
                            .totalSegments(3)
                            .limit(5))
                    .items()
                    .subscribe(item -> seen.add(item.get("PK").s()))
                    .join();
        }
        assertThat(seen).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void refusesStrongReadsOfAGlobalIndex() {
        assertThatThrownBy(() -> await(dynamo.query(query -> query.tableName(TABLE)
                        .indexName("GSI1")
                        .consistentRead(true)
                        .keyConditionExpression("GSI1PK = :c")
                        .expressionAttributeValues(Map.of(":c", s("x"))))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Consistent reads are not supported");
    }

    @Test
    void keeps38DigitsAndRefuses39() {
        String digits = "12345678901234567890123456789012345678";
        put("N", "1", Map.of("n", AttributeValue.fromN(digits)));
        assertThat(get("N", "1")).containsEntry("n", AttributeValue.fromN(digits));
        assertThatThrownBy(() -> put("N", "2", Map.of("n", AttributeValue.fromN(digits + "9"))))
                .hasMessageContaining("38 significant digits");
    }

    @Test
    void refusesWhatTheServiceDoesNotStore() {
        assertThatThrownBy(() -> put("A", "1", Map.of("set", AttributeValue.fromSs(List.of()))))
                .hasMessageContaining("may not be empty");
        assertThatThrownBy(() -> put("A", "1", Map.of("GSI1PK", s("")))).hasMessageContaining("IndexKey: GSI1PK");
        assertThatThrownBy(() -> put("A", "1", Map.of("GSI1PK", AttributeValue.fromNul(true))))
                .hasMessageContaining("Type mismatch for Index Key GSI1PK");
        assertThatThrownBy(() -> put("A", "1", Map.of("large", s("x".repeat(410_000)))))
                .hasMessageContaining("Item size");
        put("A", "1", Map.of("empty", s("")));
        assertThat(get("A", "1")).containsEntry("empty", s(""));
    }

    @Test
    void wantsAPlaceholderForAReservedWord() {
        put("A", "1", Map.of());
        assertThatThrownBy(() -> await(dynamo.updateItem(update -> update.tableName(TABLE)
                        .key(key("A", "1"))
                        .updateExpression("SET name = :n")
                        .expressionAttributeValues(Map.of(":n", s("x"))))))
                .hasMessageContaining("reserved keyword: name");
    }

    @Test
    void refusesAPathBelowAMissingMap() {
        put("A", "1", Map.of());
        assertThatThrownBy(() -> await(dynamo.updateItem(update -> update.tableName(TABLE)
                        .key(key("A", "1"))
                        .updateExpression("SET customer.label = :n")
                        .expressionAttributeValues(Map.of(":n", s("x"))))))
                .hasMessageContaining("document path provided in the update expression is invalid");
    }

    @Test
    void writesAllOfATransactionOrNothingAndSaysWhy() {
        put("A", "1", Map.of("v", AttributeValue.fromN("1")));
        TransactWriteItem add = TransactWriteItem.builder()
                .update(update -> update.tableName(TABLE)
                        .key(key("A", "1"))
                        .updateExpression("ADD v :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
                .build();
        TransactWriteItem missing = TransactWriteItem.builder()
                .conditionCheck(
                        check -> check.tableName(TABLE).key(key("A", "2")).conditionExpression("attribute_exists(PK)"))
                .build();
        var cancelled = catchThrowableOfType(
                TransactionCanceledException.class,
                () -> await(dynamo.transactWriteItems(transaction -> transaction.transactItems(add, missing))));
        assertThat(cancelled.cancellationReasons())
                .extracting(CancellationReason::code)
                .containsExactly("None", "ConditionalCheckFailed");
        assertThat(get("A", "1")).containsEntry("v", AttributeValue.fromN("1"));
        for (int i = 0; i < 2; i++) {
            await(dynamo.transactWriteItems(
                    transaction -> transaction.clientRequestToken("once").transactItems(add)));
        }
        assertThat(get("A", "1")).containsEntry("v", AttributeValue.fromN("2"));
    }

    @Test
    void removesExpiredItemsWhenAsked() {
        await(dynamo.updateTimeToLive(change -> change.tableName(TABLE)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("until"))));
        put("A", "old", Map.of("until", AttributeValue.fromN("100")));
        put("A", "young", Map.of("until", AttributeValue.fromN("300")));
        assertThat(server.expireItems(TABLE, Instant.ofEpochSecond(200))).isEqualTo(1);
        assertThat(get("A", "old")).isEmpty();
        assertThat(get("A", "young")).isNotEmpty();
    }

    @Test
    void answersForATableThatIsNotThere() {
        assertThatThrownBy(() -> await(dynamo.describeTable(table -> table.tableName("none"))))
                .isInstanceOf(ResourceNotFoundException.class);
    }
}
