package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.ConnectorFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Offers the factory of DynamoDB connectors to an application; nothing connects before a model needs it. */
@AutoConfiguration
class DynamoConnectorAutoConfiguration {
    @Bean
    ConnectorFactory dynamoConnectorFactory() {
        return new DynamoConnectorFactory();
    }
}
