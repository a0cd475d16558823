package dev.lockstep.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceKeyTest {
    private static SourceKey key(Value value) {
        return SourceKey.of(Map.of("id", value));
    }

    @Test
    void isTheSameForIntegersOfAnyWidth() {
        assertThat(key(new Value.Int32(42))).isEqualTo(key(new Value.Int64(42))).isEqualTo(key(new Value.Float64(42)));
        assertThat(key(new Value.Int32(42))).isNotEqualTo(key(new Value.Text("42")));
        assertThat(key(new Value.Float64(42.5))).isNotEqualTo(key(new Value.Int32(42)));
        assertThat(key(new Value.Float64(0x1p63))).isNotEqualTo(key(new Value.Int64(Long.MAX_VALUE)));
    }

    @Test
    void sortsItsVariables() {
        SourceKey key = SourceKey.of(Map.of("b", new Value.Int32(1), "a", new Value.Text("x")));

        assertThat(key.canonical()).isEqualTo("{\"a\":\"x\",\"b\":1}");
        assertThat(key.get("b")).isEqualTo(new Value.Int64(1));
        assertThatThrownBy(() -> key.get("c")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isHashedInLabelsAboveSixtyFourBytes() {
        int frame = "{\"id\":\"\"}".length();

        assertThat(key(new Value.Text("a".repeat(64 - frame))).labelText())
                .startsWith("{")
                .hasSize(64);
        assertThat(key(new Value.Text("a".repeat(65 - frame))).labelText()).matches("[0-9a-f]{64}");
        assertThat(key(new Value.Text("ä".repeat(30))).labelText()).matches("[0-9a-f]{64}");
    }
}
