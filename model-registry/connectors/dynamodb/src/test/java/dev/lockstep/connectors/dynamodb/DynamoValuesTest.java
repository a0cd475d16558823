package dev.lockstep.connectors.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.store.StoreException;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoValuesTest {
    @ParameterizedTest
    @CsvSource({"7, 7", "7.0, 7", "1E+3, 1000", "-0, 0", "0.10, 0.1", "1.23e+20, 123000000000000000000"})
    void readsNumbersByTheirValue(String stored, String value) {
        assertThat(Values.toValue(AttributeValue.fromN(stored))).isEqualTo(Values.toValue(AttributeValue.fromN(value)));
    }

    @Test
    void keeps38DigitsAndRefuses39ByName() {
        String digits = "1".repeat(38);

        assertThat(Values.toAttribute(new Value.Decimal(new BigDecimal(digits))).n())
                .isEqualTo(digits);
        assertThatThrownBy(() -> Values.toAttribute(new Value.Decimal(new BigDecimal(digits + "1"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("39 digits");
        assertThatThrownBy(() -> Values.toAttribute(new Value.Decimal(new BigDecimal("1E+126"))))
                .hasMessageContaining("9.9E+125");
    }

    @Test
    void refusesWhatDynamoDbHasNoTypeForByName() {
        assertThatThrownBy(() -> Values.toAttribute(new Value.Float64(Double.NaN)))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Values.toAttribute(new Value.DateTime(Instant.EPOCH)))
                .hasMessageContaining("date");
        assertThatThrownBy(() -> Values.toAttribute(new Value.Native("objectId", "0")))
                .hasMessageContaining("objectId");
        assertThatThrownBy(() -> Values.toAttribute(new Value.Bytes(4, new byte[16])))
                .hasMessageContaining("no such type");
    }

    /** Any texts are members of a set; the seed is printed with a failure. */
    @Test
    void membersComeBackWhateverTheyHold() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            List<String> members = random.ints(random.nextInt(5), 0, 1_000_000)
                    .mapToObj(number -> (number % 3 == 0 ? ":" : "木") + number + "\n")
                    .toList();
            assertThat(Members.split(Members.join(members))).as("seed " + seed).isEqualTo(members);
        }
    }
}
