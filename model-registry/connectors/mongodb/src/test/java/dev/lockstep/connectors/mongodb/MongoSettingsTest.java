package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.StoreName;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MongoSettingsTest {
    private static final StoreName SHOP = new StoreName("shop");

    @Test
    void takesTheDatabaseFromTheUriAndHidesCredentials() {
        MongoSettings settings = MongoSettings.parse(
                SHOP, Map.of("uri", "mongodb://ann:secret@host:27017/shop?authSource=admin", "read-timeout", "5s"));

        assertThat(settings.database()).isEqualTo("shop");
        assertThat(settings.readTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings).hasToString("mongodb://host:27017/shop");
    }

    @Test
    void namesAllProblemsAtOnce() {
        assertThatThrownBy(() -> MongoSettings.parse(
                        SHOP,
                        Map.of(
                                "url",
                                "x",
                                "label-prefix",
                                "$a.b",
                                "connect-timeout",
                                "soon",
                                "uri",
                                "ann:secret@host")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("url", "label-prefix", "connect-timeout", "uri is not")
                .hasMessageNotContaining("secret");
    }
}
