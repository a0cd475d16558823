package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import java.util.Map;

/** Makes DynamoDB connectors from settings; nothing is asked before a model needs it. */
final class DynamoConnectorFactory implements ConnectorFactory {
    @Override
    public String kind() {
        return "dynamodb";
    }

    @Override
    public Connector open(StoreName name, Map<String, String> settings) {
        return DynamoConnector.open(name, DynamoSettings.parse(name, settings));
    }
}
