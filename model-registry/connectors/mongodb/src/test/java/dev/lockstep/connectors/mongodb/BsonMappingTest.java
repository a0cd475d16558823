package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.store.StoreException;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BsonMappingTest {
    static Stream<BsonValue> values() {
        ObjectId id = new ObjectId("0123456789abcdef01234567");
        return Stream.of(
                BsonNull.VALUE,
                BsonBoolean.TRUE,
                new BsonInt32(-1),
                new BsonInt64(1L << 40),
                new BsonDouble(Double.NaN),
                new BsonDouble(-0.0),
                new BsonString("Ærø 木"),
                new BsonDateTime(Long.MIN_VALUE),
                new BsonDateTime(-1),
                new BsonBinary((byte) 4, new byte[16]),
                new BsonBinary((byte) 0x80, new byte[] {1, -1}),
                new BsonObjectId(id),
                new BsonDecimal128(Decimal128.parse("1.00")),
                new BsonDecimal128(Decimal128.parse("-0E+3")),
                new BsonDecimal128(Decimal128.NEGATIVE_NaN),
                new BsonDecimal128(Decimal128.POSITIVE_INFINITY),
                new BsonTimestamp(-1, -2),
                new BsonRegularExpression("a/b", "i"),
                new BsonRegularExpression(""),
                new BsonJavaScript("x"),
                new BsonJavaScriptWithScope("x", BsonDocument.parse("{a: 1.5}")),
                new BsonSymbol("s"),
                new BsonDbPointer("a.b c", id),
                new BsonMinKey(),
                new BsonMaxKey(),
                new BsonUndefined(),
                new BsonArray(),
                new BsonArray(List.of(new BsonInt32(1), new BsonArray(List.of(BsonNull.VALUE)))),
                BsonDocument.parse("{b: 1, a: {'x.y': [], '$z': null}}"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void losesNothingThereAndBack(BsonValue value) {
        assertThat(BsonMapping.toBson(BsonMapping.toValue(value))).isEqualTo(value);
    }

    @Test
    void refusesWhatBsonCannotHold() {
        Value tooPrecise = new Value.Decimal(new BigDecimal("1." + "1".repeat(40)));
        Value foreign = new Value.Native("stringSet", "[]");

        for (Value value : List.of(tooPrecise, foreign)) {
            assertThatThrownBy(() -> BsonMapping.toBson(value))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.PERMANENT));
        }
    }
}
