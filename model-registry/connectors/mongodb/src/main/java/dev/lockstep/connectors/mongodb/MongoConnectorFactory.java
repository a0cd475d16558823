package dev.lockstep.connectors.mongodb;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import java.util.Map;

/** Makes MongoDB connectors from settings; the driver connects in the background, later. */
final class MongoConnectorFactory implements ConnectorFactory {
    @Override
    public String kind() {
        return "mongodb";
    }

    @Override
    public Connector open(StoreName name, Map<String, String> settings) {
        return MongoConnector.open(name, MongoSettings.parse(name, settings));
    }
}
