package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** The two clients of the SDK, and what is known of the tables. Safe for many threads. */
final class Client implements AutoCloseable {
    private static final long KNOWN_FOR = Duration.ofMinutes(1).toNanos();
    private static final int GET_AT_ONCE = 100;
    private static final int MOST_ATTEMPTS = 8;

    private record Known(Table table, long since) {}

    private final DynamoSettings settings;
    private final DynamoDbAsyncClient tables;
    private final DynamoDbStreamsAsyncClient streams;
    private final Items items;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Client(DynamoSettings settings) {
        this(
                settings,
                build(DynamoDbAsyncClient.builder(), settings),
                build(DynamoDbStreamsAsyncClient.builder(), settings));
    }

    /** With clients of somebody else, which are closed with this one. */
    Client(DynamoSettings settings, DynamoDbAsyncClient tables, DynamoDbStreamsAsyncClient streams) {
        this.settings = settings;
        this.tables = tables;
        this.streams = streams;
        this.items = new Items(settings.labelPrefix());
    }

    private static <C, B extends AwsClientBuilder<B, C>> C build(B builder, DynamoSettings settings) {
        builder.credentialsProvider(credentials(settings))
                .overrideConfiguration(over -> over.apiCallTimeout(settings.timeout()));
        if (settings.endpoint() != null) {
            builder.endpointOverride(settings.endpoint());
        }
        if (settings.region() != null) {
            builder.region(Region.of(settings.region()));
        } else if (settings.endpoint() != null) {
            builder.region(Region.US_EAST_1);
        }
        return builder.build();
    }

    private static AwsCredentialsProvider credentials(DynamoSettings settings) {
        return settings.anyCredentials()
                ? StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any"))
                : DefaultCredentialsProvider.builder().build();
    }

    DynamoSettings settings() {
        return settings;
    }

    Items items() {
        return items;
    }

    /** Throws TRANSIENT when the connector was closed. */
    DynamoDbAsyncClient tables() {
        refuseClosed();
        return tables;
    }

    DynamoDbStreamsAsyncClient streams() {
        refuseClosed();
        return streams;
    }

    private void refuseClosed() {
        if (closed) {
            throw new StoreException(Kind.TRANSIENT, "Could not call DynamoDB: the connector is closed.", null);
        }
    }

    /** The table, as it was within the last minute; throws ACCESS_PATH_LOST when there is none. */
    Table table(String name) {
        Known last = known.get(name);
        if (last != null && System.nanoTime() - last.since() < KNOWN_FOR) {
            return last.table();
        }
        return describe(name);
    }

    /** The table, as it is now. */
    Table describe(String name) {
        Table table = Table.of(DynamoErrors.await(
                        "look at the table " + name, tables().describeTable(wanted -> wanted.tableName(name)))
                .table());
        known.put(name, new Known(table, System.nanoTime()));
        return table;
    }

    /** The table as it was last seen, without asking. */
    @Nullable
    Table lastSeen(String name) {
        Known last = known.get(name);
        return last == null ? null : last.table();
    }

    void forget(String name) {
        known.remove(name);
    }

    /**
     * Strong reads by primary key; what is not there is left out. Keys may come several times.
     *
     * @param projection an expression with its names, or {@code null} for whole items
     */
    List<Map<String, AttributeValue>> get(
            String what,
            Table table,
            List<Map<String, AttributeValue>> keys,
            @Nullable String projection,
            Map<String, String> names) {
        List<Map<String, AttributeValue>> wanted = new ArrayList<>(
                new LinkedHashSet<>(keys.stream().filter(table::canHold).toList()));
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += GET_AT_ONCE) {
            List<Map<String, AttributeValue>> open = wanted.subList(from, Math.min(from + GET_AT_ONCE, wanted.size()));
            for (int attempt = 1; !open.isEmpty(); attempt++) {
                BatchGetItemResponse answer = getSome(what, table, open, projection, names);
                found.addAll(answer.responses().getOrDefault(table.name(), List.of()));
                KeysAndAttributes rest = answer.unprocessedKeys().get(table.name());
                open = rest == null ? List.of() : rest.keys();
                if (!open.isEmpty() && attempt == MOST_ATTEMPTS) {
                    throw new StoreException(
                            Kind.THROTTLED,
                            "Could not " + what + ": the table " + table.name()
                                    + " has not enough read capacity. The call is made again, more slowly.",
                            null);
                }
                if (!open.isEmpty()) {
                    LockSupport.parkNanos(Duration.ofMillis(10L << attempt).toNanos());
                }
            }
        }
        return found;
    }

    private BatchGetItemResponse getSome(
            String what,
            Table table,
            List<Map<String, AttributeValue>> keys,
            @Nullable String projection,
            Map<String, String> names) {
        KeysAndAttributes.Builder wanted =
                KeysAndAttributes.builder().keys(keys).consistentRead(true);
        if (projection != null) {
            wanted.projectionExpression(projection).expressionAttributeNames(names);
        }
        return DynamoErrors.await(
                what, tables().batchGetItem(get -> get.requestItems(Map.of(table.name(), wanted.build()))));
    }

    @Override
    public void close() {
        closed = true;
        tables.close();
        streams.close();
    }
}
