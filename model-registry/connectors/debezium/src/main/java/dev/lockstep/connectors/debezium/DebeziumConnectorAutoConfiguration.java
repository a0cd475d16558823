package dev.lockstep.connectors.debezium;

import dev.lockstep.store.CaptureFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Offers the capture of PostgreSQL to an application; no class of Debezium is loaded before a stream is opened. */
@AutoConfiguration
class DebeziumConnectorAutoConfiguration {
    @Bean
    CaptureFactory postgresCaptureFactory() {
        return new PostgresCaptureFactory();
    }
}
