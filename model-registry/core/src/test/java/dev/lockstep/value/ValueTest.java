package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueTest {
    @Test
    void hasOneCanonicalText() {
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put("z", new Value.Int32(42));
        entries.put("$a", new Value.Text("q\"\n"));
        entries.put("list", new Value.Items(List.of(new Value.Bool(true), Value.Null.NULL)));
        entries.put("bytes", new Value.Bytes(0, new byte[] {1, 2}));
        entries.put("when", new Value.DateTime(Instant.parse("2026-01-31T00:00:00Z")));
        entries.put("price", new Value.Decimal(new BigDecimal("1.00")));
        entries.put("nan", new Value.Float64(Double.NaN));
        entries.put("half", new Value.Float64(0.5));
        entries.put("id", new Value.Native("objectId", "65f0"));

        assertThat(Doc.of(entries).canonical())
                .isEqualTo(
                        "{\"$$a\":\"q\\\"\\u000a\",\"bytes\":{\"$binary\":\"0:AQI=\"},\"half\":0.5,\"id\":{\"$objectId\":\"65f0\"},"
                                + "\"list\":[true,null],\"nan\":{\"$double\":\"NaN\"},\"price\":{\"$decimal\":\"1.00\"},"
                                + "\"when\":{\"$date\":\"2026-01-31T00:00:00Z\"},\"z\":42}");
    }

    @Test
    void keepsTypesAndScalesApart() {
        assertThat(new Value.Decimal(new BigDecimal("1.0"))).isNotEqualTo(new Value.Decimal(new BigDecimal("1.00")));
        assertThat((Value) new Value.Int32(1)).isNotEqualTo(new Value.Int64(1));
        assertThat(new Value.Float64(0.0)).isNotEqualTo(new Value.Float64(-0.0));
        assertThat(new Value.Float64(Double.NaN)).isEqualTo(new Value.Float64(Double.NaN));
        assertThat(new Value.Bytes(0, new byte[] {1})).isNotEqualTo(new Value.Bytes(4, new byte[] {1}));
    }

    @Test
    void doesNotShareItsBytes() {
        byte[] content = {1};
        Value.Bytes bytes = new Value.Bytes(0, content);
        content[0] = 2;
        bytes.content()[0] = 3;

        assertThat(bytes).isEqualTo(new Value.Bytes(0, new byte[] {1}));
    }

    @Test
    void documentsReachInwards() {
        FieldPath path = FieldPath.parse("a.b");
        Doc doc = Doc.empty().with(path, new Value.Int32(1));

        assertThat(doc.get(path)).isEqualTo(new Value.Int32(1));
        assertThat(doc.get(FieldPath.parse("a.b.c"))).isNull();
        assertThat(doc.without(path)).isEqualTo(Doc.of("a", Doc.empty()));
        assertThat(doc.without(FieldPath.parse("x.y"))).isSameAs(doc);
        assertThat(Doc.of("a", new Value.Int32(1)).with(path, Value.Null.NULL).get(path))
                .isEqualTo(Value.Null.NULL);
        assertThat(doc.get(FieldPath.of("a.b"))).isNull();
    }

    @Test
    void documentsAreEqualWhateverTheirOrder() {
        Doc one = Doc.empty().with(FieldPath.of("a"), Value.Null.NULL).with(FieldPath.of("b"), Value.Null.NULL);
        Doc other = Doc.empty().with(FieldPath.of("b"), Value.Null.NULL).with(FieldPath.of("a"), Value.Null.NULL);

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.canonical()).isEqualTo(other.canonical());
    }
}
