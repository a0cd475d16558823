package dev.lockstep.connectors.mongodb;

import dev.lockstep.store.ConnectorFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Offers the factory of MongoDB connectors to an application; nothing connects before a model needs it. */
@AutoConfiguration
class MongoConnectorAutoConfiguration {
    @Bean
    ConnectorFactory mongoConnectorFactory() {
        return new MongoConnectorFactory();
    }
}
