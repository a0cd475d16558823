package dev.lockstep.connectors.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What is known of a table.
 *
 * @param key partition key, and sort key if it has one
 * @param types of key attributes, of the table and of its indexes
 * @param indexes by name
 * @param streamArn of its newest stream, which may be off; {@code null} when it never had one
 * @param view what the stream carries; {@code null} when it is off
 * @param provisioned true when its capacity is bought beforehand
 * @param items estimated by the service every six hours
 */
record Table(
        String name,
        List<String> key,
        Map<String, ScalarAttributeType> types,
        Map<String, Index> indexes,
        @Nullable String streamArn,
        @Nullable StreamViewType view,
        boolean provisioned,
        long items) {
    private static final int LONGEST_PARTITION_KEY = 2048;
    private static final int LONGEST_SORT_KEY = 1024;

    /**
     * A secondary index.
     *
     * @param key partition key, and sort key if it has one
     * @param global false when it shares the table's partitions and can be read strongly
     * @param ready false while it is being made
     * @param projected names of attributes that it carries beside keys; {@code *} when all
     */
    record Index(List<String> key, boolean global, boolean ready, List<String> projected) {}

    static Table of(TableDescription described) {
        Map<String, ScalarAttributeType> types = new LinkedHashMap<>();
        described.attributeDefinitions().forEach(known -> types.put(known.attributeName(), known.attributeType()));
        Map<String, Index> indexes = new LinkedHashMap<>();
        described
                .globalSecondaryIndexes()
                .forEach(index -> indexes.put(
                        index.indexName(),
                        new Index(
                                names(index.keySchema()),
                                true,
                                index.indexStatus() == null || index.indexStatus() == IndexStatus.ACTIVE,
                                projected(index.projection()))));
        described
                .localSecondaryIndexes()
                .forEach(index -> indexes.put(
                        index.indexName(),
                        new Index(names(index.keySchema()), false, true, projected(index.projection()))));
        boolean streams = described.streamSpecification() != null
                && Boolean.TRUE.equals(described.streamSpecification().streamEnabled());
        boolean onDemand = described.billingModeSummary() != null
                && described.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        return new Table(
                described.tableName(),
                names(described.keySchema()),
                types,
                indexes,
                described.latestStreamArn(),
                streams ? described.streamSpecification().streamViewType() : null,
                !onDemand,
                Optional.ofNullable(described.itemCount()).orElse(0L));
    }

    private static List<String> names(List<KeySchemaElement> schema) {
        List<String> names = new ArrayList<>();
        schema.stream().filter(part -> part.keyType() == KeyType.HASH).forEach(part -> names.add(part.attributeName()));
        schema.stream()
                .filter(part -> part.keyType() == KeyType.RANGE)
                .forEach(part -> names.add(part.attributeName()));
        return names;
    }

    private static List<String> projected(@Nullable Projection projection) {
        if (projection == null || projection.projectionType() == ProjectionType.ALL) {
            return List.of("*");
        }
        return List.copyOf(projection.nonKeyAttributes());
    }

    String partitionKey() {
        return key.get(0);
    }

    /** False when no item can have this key, so that asking for it would be an error and not an absence. */
    boolean canHold(Map<String, AttributeValue> wanted) {
        return wanted.size() == key.size() && key.stream().allMatch(name -> fits(name, wanted.get(name)));
    }

    /** True when the value can be one of this key attribute. */
    boolean fits(String attribute, @Nullable AttributeValue value) {
        ScalarAttributeType type = types.get(attribute);
        if (value == null || type == null) {
            return false;
        }
        int longest = attribute.equals(key.get(0)) ? LONGEST_PARTITION_KEY : LONGEST_SORT_KEY;
        return switch (type) {
            case S ->
                value.s() != null
                        && !value.s().isEmpty()
                        && value.s().getBytes(StandardCharsets.UTF_8).length <= longest;
            case N -> value.n() != null;
            case B -> value.b() != null && value.b().asByteArray().length > 0;
            default -> false;
        };
    }
}
