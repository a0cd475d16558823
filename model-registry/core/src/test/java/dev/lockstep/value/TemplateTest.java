package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static Value render(String template, Map<String, Value> values) {
        return Template.parse(template).render(path -> values.get(path.toString()));
    }

    private static Value text(String text) {
        return new Value.Text(text);
    }

    @Test
    void keepsTheTypeOfAVariableThatStandsAlone() {
        Value number = new Value.Decimal(new BigDecimal("1.00"));

        assertThat(render("{a}", Map.of("a", number))).isEqualTo(number);
        assertThat(render("{a}", Map.of("a", Value.Null.NULL))).isEqualTo(Value.Null.NULL);
    }

    @Test
    void rendersTextOutOfSeveralParts() {
        assertThat(render("{a} ({b.c}) {{x}}", Map.of("a", text("Ann"), "b.c", new Value.Int32(5))))
                .isEqualTo(text("Ann (5) {x}"));
        assertThat(render("at {a}", Map.of("a", new Value.DateTime(Instant.parse("2026-01-31T00:00:00Z")))))
                .isEqualTo(text("at 2026-01-31T00:00:00Z"));
        assertThat(render("{a}!", Map.of("a", new Value.Decimal(new BigDecimal("1E+2")))))
                .isEqualTo(text("100!"));
        assertThat(render("{a}!", Map.of("a", new Value.Native("objectId", "65f0"))))
                .isEqualTo(text("65f0!"));
    }

    @Test
    void isMissingAsAWholeWhenAPartIs() {
        assertThat(render("{a} {b}", Map.of("a", text("x")))).isNull();
        assertThat(render("{a} {b}", Map.of("a", text("x"), "b", Value.Null.NULL)))
                .isNull();
    }

    @Test
    void matchesUpToTheNextLiteralAndTheLastToTheEnd() {
        assertThat(Template.parse("T#{t}#U#{u}").match(text("T#1#U#2#3")))
                .isEqualTo(Map.of(FieldPath.of("t"), text("1"), FieldPath.of("u"), text("2#3")));
        assertThat(Template.parse("PROFILE").match(text("PROFILE"))).isEmpty();
        assertThat(Template.parse("{a}").match(new Value.Int32(5)))
                .isEqualTo(Map.of(FieldPath.of("a"), new Value.Int32(5)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"USER#", "USER", "X#1", "", "USER#1x"})
    void doesNotMatchOtherText(String value) {
        Template template = Template.parse(value.equals("USER#1x") ? "USER#{a}#" : "USER#{a}");

        assertThat(template.match(text(value))).isNull();
    }

    @Test
    void doesNotMatchNumbersUnlessItIsOneVariable() {
        assertThat(Template.parse("U#{a}").match(new Value.Int32(1))).isNull();
        assertThat(Template.parse("{a}-{a}").match(text("1-2"))).isNull();
        assertThat(Template.parse("{a}-{a}").match(text("1-1"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a}", "x", "U#{a}#{b.c}", "{{{a}}}", "{{}}", "{a\\.b}"})
    void writesWhatItReads(String text) {
        assertThat(Template.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{a", "a}", "{}", "{a}{b}", "{a..b}"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Template.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
