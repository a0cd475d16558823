package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    @Test
    void bringsBackEveryValue() {
        long seed = 4711;
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            Value value = RandomValues.value(random, 4);
            assertThat(CanonicalJson.parse(value.canonical()))
                    .as("seed %d, round %d: %s", seed, i, value.canonical())
                    .isEqualTo(narrowed(value));
        }
    }

    /** Canonical text does not tell integer widths apart: the narrowest that fits comes back. */
    private static Value narrowed(Value value) {
        if (value instanceof Value.Int64 number && number.value() == (int) number.value()) {
            return new Value.Int32((int) number.value());
        }
        if (value instanceof Value.Items items) {
            return new Value.Items(
                    items.values().stream().map(CanonicalJsonTest::narrowed).toList());
        }
        if (value instanceof Doc doc) {
            Map<String, Value> entries = new LinkedHashMap<>();
            doc.entries().forEach((name, entry) -> entries.put(name, narrowed(entry)));
            return Doc.of(entries);
        }
        return value;
    }

    @Test
    void keepsNamesWithDollarSignsApartFromTypes() {
        Doc doc = Doc.of("$date", new Value.Text("2026-01-31T00:00:00Z"));

        assertThat(doc.canonical()).isEqualTo("{\"$$date\":\"2026-01-31T00:00:00Z\"}");
        assertThat(CanonicalJson.parse(doc.canonical())).isEqualTo(doc);
        assertThat(CanonicalJson.parse("{\"$date\":\"2026-01-31T00:00:00Z\"}")).isInstanceOf(Value.DateTime.class);
        assertThat(CanonicalJson.parse("{\"$objectId\":\"65f0\"}")).isEqualTo(new Value.Native("objectId", "65f0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "1 2",
                "{\"a\":1,\"a\":2}",
                "{\"$date\":\"soon\"}",
                "{\"$date\":5}",
                "{\"$date\":\"2026-01-31T00:00:00Z\",\"a\":1}",
                "{\"a\":1,\"$date\":\"2026-01-31T00:00:00Z\"}",
                "{\"$binary\":\"AAAA\"}",
                "{\"$binary\":\"256:AAAA\"}",
                "{\"$binary\":\"0:*\"}",
                "{\"$decimal\":\"x\"}",
                "{\"$double\":\"x\"}",
                "99999999999999999999",
                "NaN",
                "undefined"
            })
    void refusesWhatIsNotCanonical(String text) {
        assertThatThrownBy(() -> CanonicalJson.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
    }

    @Test
    void refusesDepth() {
        assertThatThrownBy(() -> CanonicalJson.parse("[".repeat(100_000))).isInstanceOf(IllegalArgumentException.class);
    }
}
