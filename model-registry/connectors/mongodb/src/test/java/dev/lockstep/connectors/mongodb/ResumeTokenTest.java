package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Position;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumeTokenTest {
    private static BsonDocument token(String data) {
        return BsonDocument.parse("{_data: '" + data + "'}");
    }

    /**
     * The first token is one that a user published, as is the third, a high-water mark; the others are made by hand.
     */
    @ParameterizedTest
    @CsvSource({
        "8267C867A2000000192B042C0100296E5A1004D3284E04D8914467A2160201812E4C4C463C6F7065726174696F6E54797065003C696E736572740046646F63756D656E744B65790046645F6964006467C867A2FB1CBCD579F4E4DE000004,1741186978,25,0",
        "826239D23B000000012B022C0100296E5A1004AABB463C5F6964003C6100000004,1647956539,1,0",
        "8267C867A3000000012B0429296E1404,1741186979,1,0",
        "8267C867A2000000192B042C01002B0E6E5A1004,1741186978,25,7",
        "8267C867A2000000192B042C01002C02586E5A1004,1741186978,25,300",
        "8267C867A2000000192B042C01002D0249F06E5A1004,1741186978,25,75000"
    })
    void readsTimeAndOperationIndex(String data, int seconds, int increment, int index) {
        assertThat(ResumeToken.parse(token(data)))
                .contains(new ResumeToken(new BsonTimestamp(seconds, increment), index));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "82",
                "8267C867A200000019",
                "8267C867A2000000192B042C01",
                "3367C867A2000000192B042C0100296E5A1004",
                "8267C867A2000000192B042C01003C0A6E",
                "not hexadecimal",
                "826"
            })
    void doesNotGuessAtOtherLayouts(String data) {
        assertThat(ResumeToken.parse(token(data))).isEmpty();
    }

    @Test
    void positionsSortAsTheirTimesAndOperations() {
        Position first = StreamPosition.of(new BsonTimestamp(1, 9), 10);
        Position second = StreamPosition.of(new BsonTimestamp(1, 10), 0);
        Position third = StreamPosition.of(new BsonTimestamp(1, 10), 2);

        assertThat(first).isLessThan(second);
        assertThat(second).isLessThan(third);
        assertThat(third.text()).isEqualTo("000000010000000a00000002");
        assertThat(StreamPosition.clusterTime(third)).contains(new BsonTimestamp(1, 10));
        assertThat(StreamPosition.clusterTime(Position.ZERO)).isEmpty();
    }
}
