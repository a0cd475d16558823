package dev.lockstep.connectors.jdbc;

import dev.lockstep.store.CaptureFactory;
import dev.lockstep.store.ConnectorFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Offers the factory of PostgreSQL connectors to an application; nothing connects before a model needs it. */
@AutoConfiguration
class JdbcConnectorAutoConfiguration {
    @Bean
    ConnectorFactory postgresConnectorFactory(ObjectProvider<CaptureFactory> captures) {
        return new PostgresConnectorFactory(captures.orderedStream().toList());
    }
}
