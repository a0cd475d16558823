package dev.lockstep.repair;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code lockstep.stores}, as the service has it.
 *
 * @param stores name of a store to its settings, among them {@code kind}
 */
@ConfigurationProperties("lockstep")
record StoreSettings(@DefaultValue Map<String, Map<String, String>> stores) {}
