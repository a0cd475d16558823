package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.List;
import java.util.Set;

/**
 * Streams of tables: a table is a partition, for each has a stream of its own and nothing orders two of them. All
 * shards of a stream are read by one process.
 */
final class DynamoChangeSource implements ChangeSource {
    private final StoreName store;
    private final Client client;

    DynamoChangeSource(StoreName store, Client client) {
        this.store = store;
        this.client = client;
    }

    @Override
    public List<String> partitions(Set<String> collections) {
        return collections.stream().sorted().toList();
    }

    @Override
    public ChangeStream open(String partition, Subscription subscription, Start start) {
        Table table = client.describe(partition);
        String arn = table.streamArn();
        if (arn == null || table.view() == null) {
            throw new StoreException(
                    Kind.TRANSIENT,
                    "Could not read the changes of " + partition + ": it has no stream. "
                            + Commands.enableStream(partition),
                    null);
        }
        Interest interest = subscription.collections().getOrDefault(partition, new Interest(Set.of(), false));
        Shards shards = new Shards(client, arn);
        ShardReader reader = new ShardReader(client, arn, table.name());
        if (start instanceof After after) {
            reader.goOn(StreamToken.parse(after.point()), shards);
        } else if (start instanceof Oldest) {
            reader.beginOldest(shards.roots());
        } else {
            reader.beginNow(shards.open());
        }
        return new TableStream(client, new RecordChanges(store, table, client, interest), reader, shards);
    }
}
