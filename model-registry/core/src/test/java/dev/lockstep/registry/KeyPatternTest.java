package dev.lockstep.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyPatternTest {
    private static final KeyPattern PATTERN = new KeyPattern(List.of(
            new KeyPattern.Part(FieldPath.of("PK"), Template.parse("USER#{userId}")),
            new KeyPattern.Part(FieldPath.parse("ref.tenant"), Template.parse("{tenant}"))));

    private static Doc record(String pk, Value tenant) {
        return Doc.of("PK", new Value.Text(pk)).with(FieldPath.parse("ref.tenant"), tenant);
    }

    @Test
    void rendersWhatItMatches() {
        Doc record = record("USER#42", new Value.Int32(7));
        SourceKey key = PATTERN.match(record).orElseThrow();

        assertThat(key).isEqualTo(SourceKey.of(Map.of("userId", new Value.Text("42"), "tenant", new Value.Int64(7))));
        assertThat(PATTERN.render(key))
                .containsEntry(FieldPath.of("PK"), new Value.Text("USER#42"))
                .containsEntry(FieldPath.parse("ref.tenant"), new Value.Int64(7));
        assertThat(PATTERN.variables()).containsExactly("userId", "tenant");
    }

    @Test
    void matchesNothingWithAMissingOrNullOrOtherAttribute() {
        assertThat(PATTERN.match(Doc.of("PK", new Value.Text("USER#42")))).isEmpty();
        assertThat(PATTERN.match(record("USER#42", Value.Null.NULL))).isEmpty();
        assertThat(PATTERN.match(record("ORDER#42", new Value.Int32(7)))).isEmpty();
    }

    @Test
    void matchesOnlyWhenAVariableHasOneValue() {
        KeyPattern twice = new KeyPattern(List.of(
                new KeyPattern.Part(FieldPath.of("a"), Template.parse("{x}")),
                new KeyPattern.Part(FieldPath.of("b"), Template.parse("B#{x}"))));

        assertThat(twice.match(Doc.of("a", new Value.Text("1")).with(FieldPath.of("b"), new Value.Text("B#1"))))
                .isPresent();
        assertThat(twice.match(Doc.of("a", new Value.Text("1")).with(FieldPath.of("b"), new Value.Text("B#2"))))
                .isEmpty();
    }
}
