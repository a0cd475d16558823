package dev.lockstep.fanout.settings;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.store.Stores;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Beans made from the configuration alone. */
@EnableScheduling
@Configuration(proxyBeanMethods = false)
class ServiceConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Stores stores(LockstepProperties properties, ObjectProvider<ConnectorFactory> factories) {
        Map<StoreName, Map<String, String>> settings = new LinkedHashMap<>();
        properties.stores().forEach((name, own) -> settings.put(new StoreName(name), own));
        return new Stores(settings, factories.orderedStream().toList());
    }
}
