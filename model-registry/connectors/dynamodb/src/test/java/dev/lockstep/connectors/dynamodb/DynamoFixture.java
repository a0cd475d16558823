package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.embedded.dynamo.EmbeddedDynamo;
import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.contract.Ability;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.IndexSpec;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** An empty server, and the SDK's client as the application that uses it. */
final class DynamoFixture implements ConnectorFixture {
    private static final String LABELS = "_lockstep";

    private final DynamoServer server;
    private final DynamoDbAsyncClient client;
    private final Connector connector;
    private final Set<String> tables = new LinkedHashSet<>();

    DynamoFixture(DynamoServer server) {
        this.server = server;
        client = DynamoDbAsyncClient.builder()
                .endpointOverride(server.endpoint())
                .region(Region.of(EmbeddedDynamo.REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
        connector = new DynamoConnectorFactory().open(new StoreName("shop"), settings(server));
    }

    static Map<String, String> settings(DynamoServer server) {
        return Map.of(
                "endpoint",
                server.endpoint().toString(),
                "region",
                EmbeddedDynamo.REGION,
                "credentials",
                "any",
                "write-page",
                "100",
                "shard-poll",
                "5ms");
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public void create(String collection, IndexSpec... indexes) {
        Set<String> keys = new LinkedHashSet<>(List.of("_id"));
        List<GlobalSecondaryIndex> made = new ArrayList<>();
        for (IndexSpec index : indexes) {
            List<KeySchemaElement> schema = new ArrayList<>();
            for (FieldPath path : index.paths()) {
                keys.add(path.toString());
                schema.add(key(path.toString(), schema.isEmpty() ? KeyType.HASH : KeyType.RANGE));
            }
            made.add(GlobalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(schema)
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                    .build());
        }
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(collection)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(keys.stream()
                        .map(name -> AttributeDefinition.builder()
                                .attributeName(name)
                                .attributeType(name.equals("total") ? ScalarAttributeType.N : ScalarAttributeType.S)
                                .build())
                        .toList())
                .keySchema(key("_id", KeyType.HASH))
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
        if (!made.isEmpty()) {
            request.globalSecondaryIndexes(made);
        }
        client.createTable(request.build()).join();
        tables.add(collection);
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    /** Labels are attributes of their own: {@code _lockstep.model.copy}. */
    static Map<String, AttributeValue> item(Doc record) {
        Map<String, AttributeValue> item = new HashMap<>();
        record.entries().forEach((name, value) -> {
            if (name.equals(LABELS) && value instanceof Doc models) {
                models.entries()
                        .forEach((model, copies) -> ((Doc) copies)
                                .entries()
                                .forEach((copy, label) ->
                                        item.put(LABELS + "." + model + "." + copy, Values.toAttribute(label))));
            } else {
                item.put(name, Values.toAttribute(value));
            }
        });
        return item;
    }

    static Doc record(Map<String, AttributeValue> item) {
        Doc record = Doc.empty();
        for (Map.Entry<String, AttributeValue> entry : item.entrySet()) {
            FieldPath path = entry.getKey().startsWith(LABELS + ".")
                    ? FieldPath.parse(entry.getKey())
                    : FieldPath.of(entry.getKey());
            record = record.with(path, Values.toValue(entry.getValue()));
        }
        return record;
    }

    @Override
    public void insert(String collection, Doc record) {
        client.putItem(put -> put.tableName(collection).item(item(record))).join();
    }

    @Override
    public void update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset) {
        Doc record = find(collection, key).orElseThrow();
        for (Map.Entry<FieldPath, Value> entry : set.entrySet()) {
            record = record.with(entry.getKey(), entry.getValue());
        }
        for (FieldPath path : unset) {
            record = record.without(path);
        }
        insert(collection, record);
    }

    @Override
    public void replace(String collection, Doc record) {
        insert(collection, record);
    }

    @Override
    public void delete(String collection, RecordKey key) {
        client.deleteItem(delete -> delete.tableName(collection).key(item(key.attributes())))
                .join();
    }

    @Override
    public Optional<Doc> find(String collection, RecordKey key) {
        if (!tables.contains(collection)) {
            return Optional.empty();
        }
        var answer = client.getItem(get ->
                        get.tableName(collection).key(item(key.attributes())).consistentRead(true))
                .join();
        return answer.hasItem() ? Optional.of(record(answer.item())) : Optional.empty();
    }

    @Override
    public void dropIndex(String collection, String index) {
        client.updateTable(update -> update.tableName(collection)
                        .globalSecondaryIndexUpdates(change -> change.delete(gone -> gone.indexName(index))))
                .join();
    }

    @Override
    public void drop(String collection) {
        client.deleteTable(table -> table.tableName(collection)).join();
        tables.remove(collection);
    }

    @Override
    public boolean trimHistory() {
        server.imitation().ifPresent(imitation -> tables.forEach(imitation::trim));
        return server.imitation().isPresent();
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.of(
                Ability.COPIES,
                Ability.INDEXES,
                Ability.STREAMS,
                Ability.TOUCHED_PATHS,
                Ability.FILTERED_UPDATES,
                Ability.LOST_COLLECTIONS);
    }

    @Override
    public List<Value> exactValues() {
        return List.of(
                Value.Null.NULL,
                Docs.value(true),
                Docs.value(7L),
                Docs.value(Long.MAX_VALUE),
                Docs.value(Long.MIN_VALUE),
                new Value.Decimal(new BigDecimal("0.1")),
                new Value.Decimal(new BigDecimal("12345678901234567890123456789012345678")),
                new Value.Decimal(new BigDecimal("-1.5E-130")),
                Docs.value(""),
                Docs.value("Zubaida Ærø 木 𝄞"),
                new Value.Bytes(0, new byte[] {0, -1, 127}),
                Docs.items(),
                Docs.items(1L, "two", Docs.items(3L), Docs.doc("four", null)),
                Doc.empty(),
                Docs.doc("a", Docs.doc("b", Docs.items(1L))),
                new Value.Native("stringSet", Members.join(List.of("a", "b:c", "木"))),
                new Value.Native("numberSet", Members.join(List.of("-1", "2.5", "7"))),
                new Value.Native("binarySet", Members.join(List.of("AAE=", "AQ=="))));
    }

    @Override
    public void close() {
        List.copyOf(tables).forEach(this::drop);
        client.close();
    }
}
