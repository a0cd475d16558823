package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPathTest {
    private static final Source ONE = source("customerId");
    private static final Source TWO = source("tenant", "customerId");

    private static Source source(String... variables) {
        return new Source(
                new CollectionRef(new StoreName("shop"), "customers"),
                new KeyPattern(Stream.of(variables)
                        .map(name -> new KeyPattern.Part(FieldPath.of(name), Template.variable(FieldPath.of(name))))
                        .toList()),
                Filter.all(),
                null,
                Filter.all(),
                Source.OnExpire.DELETE);
    }

    private static SourceKey key(Value value) {
        return SourceKey.of(Map.of("customerId", value));
    }

    private static SourceKey text(String text) {
        return key(new Value.Text(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cust_42", "a", "65f0c1", "A.b-c_d~e", "042", "-", "-0", "4.2", "99999999999999999999", "-x"})
    void writesPlainTextPlainly(String text) {
        assertThat(KeyPath.format(text(text))).isEqualTo(text);
        assertThat(KeyPath.parse(text, ONE)).isEqualTo(text(text));
    }

    @Test
    void readsNumbersAsTextWhereTheVariableIsPartOfOne() {
        Source user = new Source(
                new CollectionRef(new StoreName("shop"), "shop"),
                new KeyPattern(List.of(
                        new KeyPattern.Part(FieldPath.of("PK"), Template.parse("USER#{customerId}")),
                        new KeyPattern.Part(FieldPath.of("SK"), Template.parse("PROFILE")))),
                Filter.all(),
                null,
                Filter.all(),
                Source.OnExpire.DELETE);

        assertThat(KeyPath.parse("42", user)).isEqualTo(text("42"));
        assertThat(KeyPath.parse(KeyPath.format(text("42")), user)).isEqualTo(text("42"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42", "-42", "0", "~x", ".", "..", "a b", "a/b", "ä", "9223372036854775807"})
    void writesOtherTextEncoded(String text) {
        String path = KeyPath.format(text(text));

        assertThat(path).matches("~[A-Za-z0-9_-]+");
        assertThat(KeyPath.parse(path, ONE)).isEqualTo(text(text));
    }

    @Test
    void tellsTheTextFromTheNumber() {
        SourceKey number = key(new Value.Int32(42));

        assertThat(KeyPath.format(number)).isEqualTo("42");
        assertThat(KeyPath.parse("42", ONE)).isEqualTo(number).isNotEqualTo(text("42"));
        assertThat(KeyPath.parse("-9223372036854775808", ONE)).isEqualTo(key(new Value.Int64(Long.MIN_VALUE)));
    }

    @Test
    void writesLongTextAndSeveralVariablesEncoded() {
        assertThat(KeyPath.format(text("a".repeat(200)))).hasSize(200);
        assertThat(KeyPath.format(text("a".repeat(201)))).startsWith("~");
        Map<String, Value> both = new HashMap<>();
        both.put("tenant", new Value.Text("t"));
        both.put("customerId", new Value.Int32(1));
        SourceKey key = SourceKey.of(both);
        assertThat(KeyPath.format(key)).startsWith("~");
        assertThat(KeyPath.parse(KeyPath.format(key), TWO)).isEqualTo(key);
    }

    @Test
    void bringsBackEveryKey() {
        long seed = 99;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            Map<String, Value> variables = new LinkedHashMap<>();
            variables.put("customerId", RandomValues.value(random, 1));
            if (random.nextBoolean()) {
                variables.put("tenant", RandomValues.value(random, 1));
            }
            SourceKey key = SourceKey.of(variables);
            String path = KeyPath.format(key);
            assertThat(path).as("seed %d, round %d", seed, i).matches("[A-Za-z0-9._~-]+");
            assertThat(KeyPath.parse(path, variables.size() == 1 ? ONE : TWO))
                    .as("seed %d, round %d: %s", seed, i, key)
                    .isEqualTo(key);
        }
    }

    @Test
    void saysWhatIsWrongWithAKey() {
        assertThatThrownBy(() -> KeyPath.parse("cust_42", TWO)).hasMessageContaining("customerId, tenant");
        assertThatThrownBy(() -> KeyPath.parse("a b", ONE)).hasMessageContaining("plain key");
        assertThatThrownBy(() -> KeyPath.parse("", ONE)).hasMessageContaining("plain key");
        assertThatThrownBy(() -> KeyPath.parse("~***", ONE)).hasMessageContaining("base64url");
        assertThatThrownBy(() -> KeyPath.parse("~" + "AAAA", ONE)).hasMessageContaining("canonical JSON");
        assertThatThrownBy(() -> KeyPath.parse(KeyPath.format(text("a b")), TWO))
                .hasMessageContaining("exactly");
        assertThatThrownBy(() -> KeyPath.parse("~" + "A".repeat(9_000), ONE)).hasMessageContaining("8000");
    }
}
