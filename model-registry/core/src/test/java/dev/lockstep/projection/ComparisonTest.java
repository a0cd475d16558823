package dev.lockstep.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Value FIVE = new Value.Int32(5);

    private static Value items(Value... values) {
        return new Value.Items(List.of(values));
    }

    @Test
    void countsTypesWhenStrict() {
        assertThat(Comparison.STRICT.same(FIVE, new Value.Int32(5))).isTrue();
        assertThat(Comparison.STRICT.same(FIVE, new Value.Int64(5))).isFalse();
        assertThat(Comparison.STRICT.same(FIVE, new Value.Float64(5))).isFalse();
    }

    @Test
    void comparesNumbersByTheirValueWhenLenient() {
        Comparison lenient = Comparison.LENIENT;

        assertThat(lenient.same(FIVE, new Value.Int64(5))).isTrue();
        assertThat(lenient.same(FIVE, new Value.Float64(5))).isTrue();
        assertThat(lenient.same(FIVE, new Value.Decimal(new BigDecimal("5.00"))))
                .isTrue();
        assertThat(lenient.same(FIVE, new Value.Float64(5.1))).isFalse();
        assertThat(lenient.same(FIVE, new Value.Text("5"))).isFalse();
        assertThat(lenient.same(FIVE, new Value.Float64(Double.NaN))).isFalse();
        assertThat(lenient.same(Doc.of("a", items(FIVE)), Doc.of("a", items(new Value.Int64(5)))))
                .isTrue();
        assertThat(lenient.same(Doc.of("a", FIVE), Doc.of("b", FIVE))).isFalse();
    }

    @Test
    void countsTheOrderOfListsAlways() {
        assertThat(Comparison.LENIENT.same(items(FIVE, Value.Null.NULL), items(Value.Null.NULL, FIVE)))
                .isFalse();
        assertThat(Comparison.LENIENT.same(items(FIVE), items(FIVE, FIVE))).isFalse();
        assertThat(Comparison.STRICT.same(Value.Null.NULL, Value.Null.NULL)).isTrue();
    }
}
