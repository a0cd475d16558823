package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.fanout.FanoutServiceApplication;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A source in MongoDB whose copies are in DynamoDB: numbers have a type there, and only a value here. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "lockstep.stores.app.kind=mongodb",
            "lockstep.stores.app.database=mixed",
            "lockstep.stores.feed.kind=dynamodb",
            "lockstep.stores.feed.region=eu-imitation-1",
            "lockstep.stores.feed.credentials=any",
            "lockstep.stores.feed.shard-poll=20ms",
            "lockstep.lookup.wait=1s"
        })
@DirtiesContext
class MixedStoresIT extends Scenario {
    @RegisterExtension
    static final MongoServer MONGO = new MongoServer();

    @RegisterExtension
    static final DynamoServer DYNAMO = new DynamoServer();

    @DynamicPropertySource
    static void stores(DynamicPropertyRegistry properties) {
        properties.add("lockstep.stores.app.uri", MONGO::uri);
        properties.add("lockstep.stores.feed.endpoint", DYNAMO::endpoint);
    }

    private static DynamoDbClient dynamo() {
        return DynamoDbClient.builder()
                .endpointOverride(DYNAMO.endpoint())
                .region(Region.of("eu-imitation-1"))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }

    private static Map<String, AttributeValue> post(String id, String name) {
        return Map.of(
                "id", AttributeValue.fromS(id),
                "authorId", AttributeValue.fromS("ann"),
                "authorName", AttributeValue.fromS(name));
    }

    @Test
    void aSourceInMongoDbReachesItsCopiesInDynamoDb() {
        try (MongoClient mongo = MongoClients.create(MONGO.uri());
                DynamoDbClient dynamo = dynamo()) {
            mongo.getDatabase("mixed").drop();
            MongoCollection<Document> authors = mongo.getDatabase("mixed").getCollection("authors");
            authors.insertOne(new Document("_id", "ann")
                    .append("name", "Ann 0")
                    .append("followers", 7)
                    .append("score", 0.5));
            dynamo.createTable(table -> table.tableName("posts")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                    .attributeDefinitions(
                            type -> type.attributeName("id").attributeType(ScalarAttributeType.S),
                            type -> type.attributeName("authorId").attributeType(ScalarAttributeType.S))
                    .globalSecondaryIndexes(index -> index.indexName("authorId")
                            .keySchema(key -> key.attributeName("authorId").keyType(KeyType.HASH))
                            .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY)))
                    .streamSpecification(
                            stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
            for (int i = 0; i < 20; i++) {
                String id = "p" + i;
                dynamo.putItem(put -> put.tableName("posts").item(post(id, "Ann 0")));
            }
            post("""
                    {"lockstep": 1, "model": "mixed",
                     "source": {"store": "app", "collection": "authors", "key": {"authorId": "_id"}},
                     "copies": [{"name": "posts", "store": "feed", "collection": "posts",
                                 "pointer": {"authorId": "authorId"}, "find": {"by": "index", "index": "authorId"},
                                 "fields": {"authorName": "name", "followers": "followers", "score": "score"},
                                 "strategy": "stream"}]}
                    """);
            awaitFilled("mixed");
            for (int i = 1; i <= 10; i++) {
                String stale = "Ann " + (i - 1);
                String id = "late" + i;
                authors.updateOne(
                        Filters.eq("_id", "ann"),
                        Updates.combine(Updates.set("name", "Ann " + i), Updates.inc("followers", 1)));
                dynamo.putItem(put -> put.tableName("posts").item(post(id, stale)));
            }
            eventually(() -> items(dynamo).stream()
                            .filter(item -> item.get("authorName").s().equals("Ann 10")
                                    && item.containsKey("followers")
                                    && item.get("followers").n().equals("17")
                                    && item.get("score").n().equals("0.5"))
                            .count()
                    == 30);
            eventually(() -> get("/api/v1/models/mixed/status").contains("\"openGaps\":[]"));
            assertThat(get("/api/v1/models/mixed/status")).contains("\"contested\":0", "\"deadLetters\":0");
            post("/api/v1/models/mixed/sources/ann/check", "", 200, "{\"equal\":30}");
        }
    }

    private static List<Map<String, AttributeValue>> items(DynamoDbClient dynamo) {
        return dynamo.scan(scan -> scan.tableName("posts").consistentRead(true)).items();
    }
}
