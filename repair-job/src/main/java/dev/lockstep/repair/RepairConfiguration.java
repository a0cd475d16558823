package dev.lockstep.repair;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.store.Stores;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the job; everything is made when it is first needed. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableConfigurationProperties(StoreSettings.class)
class RepairConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean(destroyMethod = "close")
    Stores stores(StoreSettings settings, List<ConnectorFactory> connectors) {
        Map<StoreName, Map<String, String>> byName = new LinkedHashMap<>();
        settings.stores().forEach((name, own) -> byName.put(new StoreName(name), own));
        return new Stores(byName, connectors);
    }
}
