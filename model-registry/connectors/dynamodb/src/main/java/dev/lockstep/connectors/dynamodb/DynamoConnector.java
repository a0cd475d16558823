package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.StoreDescription;
import java.util.List;

/** The tables of one account in one region, or of another server that speaks the protocol. */
final class DynamoConnector implements Connector {
    private final StoreName name;
    private final Client client;
    private final RecordReader records;
    private final CopyStore copies;

    private DynamoConnector(StoreName name, Client client) {
        this.name = name;
        this.client = client;
        this.records = new DynamoRecordReader(client);
        this.copies = new DynamoCopyStore(client);
    }

    /** Makes the clients, which connect by themselves; a server that is down is noticed by the first call. */
    static DynamoConnector open(StoreName name, DynamoSettings settings) {
        try {
            return new DynamoConnector(name, new Client(settings));
        } catch (software.amazon.awssdk.core.exception.SdkClientException failure) {
            throw new IllegalArgumentException(
                    "Could not use the settings of store " + name + ": " + failure.getMessage()
                            + ". Set region, or AWS_REGION in the environment.",
                    failure);
        }
    }

    @Override
    public StoreName name() {
        return name;
    }

    @Override
    public StoreDescription describe() {
        DynamoErrors.await(
                "ask store " + name + " for its tables", client.tables().listTables(list -> list.limit(1)));
        DynamoSettings settings = client.settings();
        String region = client.tables().serviceClientConfiguration().region().id();
        String address = settings.endpoint() == null
                ? "dynamodb in " + region
                : settings.endpoint().toString();
        return new StoreDescription(
                settings.isElsewhere() ? "a server that speaks DynamoDB's protocol" : "DynamoDB",
                settings.isElsewhere(),
                true,
                address,
                List.of());
    }

    @Override
    public ChangeSource changes() {
        return new DynamoChangeSource(name, client);
    }

    @Override
    public RecordReader records() {
        return records;
    }

    @Override
    public CopyStore copies() {
        return copies;
    }

    @Override
    public SchemaInspector inspector() {
        return new DynamoInspector(client);
    }

    @Override
    public void close() {
        client.close();
    }
}
