package dev.lockstep.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ResumeTokenTest {
    private static final UUID COLLECTION = new UUID(1, 2);

    @Test
    void hasTheLayoutOfARealServersToken() {
        BsonTimestamp time = new BsonTimestamp(0x65_00_00_00_00_00_00_07L);
        assertThat(ResumeToken.event(time, 0, COLLECTION, "insert", false).hex())
                .isEqualTo("826500000000000007" + "2B04" + "2C0100" + "29" + "6E"
                        + "5A1004" + "00000000000000010000000000000002"
                        + "463C6F7065726174696F6E54797065003C696E73657274000004");
        assertThat(ResumeToken.highWaterMark(time).hex()).isEqualTo("8265000000000000072B0429296E1404");
    }

    @Test
    void sortsAsTextInTheOrderOfEvents() {
        Random random = new Random(7);
        List<ResumeToken> tokens = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            BsonTimestamp time = new BsonTimestamp(((1_700_000_000L + random.nextInt(5)) << 32) | random.nextInt(3));
            tokens.add(ResumeToken.event(time, random.nextInt(70_000), COLLECTION, "update", false));
        }
        List<ResumeToken> byText = new ArrayList<>(tokens);
        Collections.sort(byText, (one, other) -> one.hex().compareTo(other.hex()));
        tokens.sort(ResumeToken.ORDER);
        assertThat(byText.stream().map(ResumeToken::hex))
                .containsExactlyElementsOf(tokens.stream().map(ResumeToken::hex).toList());
    }

    @Test
    void readsBackWhatItWrote() {
        for (long index : new long[] {0, 1, 63, 64, 127, 128, 300, 16_383, 16_384, 1_000_000}) {
            ResumeToken token = ResumeToken.event(new BsonTimestamp(99L << 32 | 3), index, null, "drop", index == 1);
            assertThat(ResumeToken.parse(token.toDocument())).isEqualTo(token);
        }
    }

    @Test
    void refusesAnythingElse() {
        for (Object rubbish : new Object[] {1, new Document(), new Document("_data", "82"), new Document("_data", 5)}) {
            assertThatThrownBy(() -> ResumeToken.parse(rubbish))
                    .isInstanceOfSatisfying(
                            MongoServerError.class, e -> assertThat(e.getCode()).isEqualTo(260));
        }
    }
}
