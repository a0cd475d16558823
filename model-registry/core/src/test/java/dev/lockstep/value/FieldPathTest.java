package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
    @Test
    void splitsAtDotsThatAreNotEscaped() {
        assertThat(FieldPath.parse("profile.tier")).isEqualTo(FieldPath.of("profile", "tier"));
        assertThat(FieldPath.parse("a\\.b.c")).isEqualTo(FieldPath.of("a.b", "c"));
        assertThat(FieldPath.parse("a\\\\b")).isEqualTo(FieldPath.of("a\\b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "a\\.b", "a\\\\.b", "$x.名前", " "})
    void writesWhatItReads(String text) {
        assertThat(FieldPath.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "a\\"})
    void refusesEmptyNames(String text) {
        assertThatThrownBy(() -> FieldPath.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void overlapsWhatLiesInsideOrAround() {
        FieldPath path = FieldPath.parse("a.b");

        assertThat(path.overlaps(FieldPath.parse("a"))).isTrue();
        assertThat(path.overlaps(FieldPath.parse("a.b"))).isTrue();
        assertThat(path.overlaps(FieldPath.parse("a.b.c"))).isTrue();
        assertThat(path.overlaps(FieldPath.parse("a.bc"))).isFalse();
        assertThat(path.overlaps(FieldPath.parse("a\\.b"))).isFalse();
        assertThat(path.child("c").startsWith(path)).isTrue();
    }
}
