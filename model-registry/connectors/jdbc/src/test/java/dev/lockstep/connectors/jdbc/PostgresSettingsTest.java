package dev.lockstep.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.StoreName;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresSettingsTest {
    private static final StoreName SHOP = new StoreName("shop-eu");

    @Test
    void namesSlotAndPublicationAfterTheStore() {
        PostgresSettings settings =
                PostgresSettings.parse(SHOP, Map.of("url", "jdbc:postgresql://db:5433/shop?user=me&password=secret"));

        assertThat(settings.slot()).isEqualTo("lockstep_shop_eu");
        assertThat(settings.publication()).isEqualTo("lockstep_shop_eu");
        assertThat(settings.heartbeat()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.toString()).isEqualTo("postgresql://db:5433/shop");
    }

    @Test
    void namesAllProblemsAtOnceAndNoPassword() {
        assertThatThrownBy(() -> PostgresSettings.parse(
                        SHOP,
                        Map.of(
                                "url",
                                "jdbc:mysql://db/x?password=secret",
                                "slott",
                                "x",
                                "slot",
                                "A-B",
                                "heartbeat",
                                "0s")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "slott is not a setting", "url is not", "slot may not be", "heartbeat may not be")
                .hasMessageNotContaining("secret");
    }
}
