package dev.lockstep.connectors.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** What the service does after hours or under load, by a client whose answers are made up. */
class TableStreamTest {
    private static final Duration WAIT = Duration.ofMillis(50);

    private final ScriptedTables tables = new ScriptedTables();
    private final ScriptedStreams streams = new ScriptedStreams();
    private final Client client = new Client(
            DynamoSettings.parse(new StoreName("shop"), Map.of("endpoint", "http://127.0.0.1:1", "shard-poll", "1ms")),
            tables,
            streams);
    private final ChangeSource source = new DynamoChangeSource(new StoreName("shop"), client);

    private ChangeStream open(ChangeSource.Start start) {
        return source.open(
                "customers",
                new ChangeSource.Subscription(Map.of("customers", new ChangeSource.Interest(Set.of(), false))),
                start);
    }

    private static List<String> keys(ChangeStream stream, int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 200 && keys.size() < count; i++) {
            for (Captured captured : stream.poll(10, WAIT).changes()) {
                keys.add(((Change) captured).key().canonical());
            }
        }
        return keys;
    }

    private static String key(String id) {
        return "{\"id\":\"" + id + "\"}";
    }

    @Test
    void readsAParentToItsEndBeforeItsChildren() {
        streams.shard("a", null, "9").shard("b", "a", null).shard("c", "a", null);
        streams.record("a", 1, "k1").record("b", 10, "k3").record("a", 2, "k2");

        assertThat(keys(open(new ChangeSource.Oldest()), 3)).containsExactly(key("k1"), key("k2"), key("k3"));
        assertThat(streams.calls.indexOf("records b")).isGreaterThan(streams.calls.lastIndexOf("records a"));
    }

    @Test
    void goesOnWithChildrenThatAppearLaterEvenAfterARestart() {
        streams.shard("a", null, "9").record("a", 1, "k1");
        ChangeStream first = open(new ChangeSource.Oldest());
        assertThat(keys(first, 1)).containsExactly(key("k1"));
        ResumePoint point = first.poll(10, WAIT).resumeAfter();

        streams.shard("b", "a", null).record("b", 10, "k2");

        assertThat(keys(open(new ChangeSource.After(point)), 1)).containsExactly(key("k2"));
    }

    @Test
    void goesOnWithChildrenOfAShardThatWasTrimmedMeanwhile() {
        streams.shard("a", null, "9").record("a", 1, "k1");
        ChangeStream first = open(new ChangeSource.Oldest());
        keys(first, 1);
        ResumePoint point = first.poll(10, WAIT).resumeAfter();
        ScriptedStreams later = new ScriptedStreams().shard("b", "a", null).record("b", 10, "k2");
        Client other = new Client(client.settings(), tables, later);

        ChangeStream resumed = new DynamoChangeSource(new StoreName("shop"), other)
                .open(
                        "customers",
                        new ChangeSource.Subscription(Map.of("customers", new ChangeSource.Interest(Set.of(), false))),
                        new ChangeSource.After(point));

        assertThat(keys(resumed, 1)).containsExactly(key("k2"));
    }

    @Test
    void saysThatHistoryIsLostWhenAShardIsNotServedAnyMore() {
        streams.shard("a", null, null).record("a", 1, "k1");
        ChangeStream first = open(new ChangeSource.Oldest());
        keys(first, 1);
        ResumePoint point = first.poll(10, WAIT).resumeAfter();
        Client other = new Client(client.settings(), tables, new ScriptedStreams().shard("z", null, null));

        assertThatThrownBy(() -> new DynamoChangeSource(new StoreName("shop"), other)
                        .open("customers", new ChangeSource.Subscription(Map.of()), new ChangeSource.After(point)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.HISTORY_LOST))
                .hasMessageContaining("older than 24 hours");
    }

    @Test
    void saysThatHistoryIsLostWhenTheStreamWasMadeAnew() {
        streams.shard("a", null, null);
        ResumePoint point = open(new ChangeSource.Now()).poll(10, WAIT).resumeAfter();
        tables.arn = ScriptedStreams.ARN + "2";

        assertThatThrownBy(() -> open(new ChangeSource.After(point)))
                .hasMessageContaining("made anew")
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.HISTORY_LOST));
    }

    @Test
    void saysThatHistoryIsLostWhenRecordsWereTrimmed() {
        streams.shard("a", null, null);
        ChangeStream stream = open(new ChangeSource.Now());
        streams.failNext(() -> TrimmedDataAccessException.builder()
                .message("trimmed")
                .statusCode(400)
                .build());

        assertThatThrownBy(() -> stream.poll(10, WAIT))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.HISTORY_LOST));
    }

    /** A stream that only its first poll would refuse is opened at the same point for ever. */
    @Test
    void saysSoWhenItIsOpened() {
        streams.shard("a", null, null).record("a", 1, "k1");
        ChangeStream first = open(new ChangeSource.Oldest());
        keys(first, 1);
        ResumePoint point = first.poll(10, WAIT).resumeAfter();
        streams.trimmed = true;

        assertThatThrownBy(() -> open(new ChangeSource.After(point)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.HISTORY_LOST));
    }

    @Test
    void takesANewIteratorWhereTheExpiredOneWas() {
        streams.shard("a", null, null).record("a", 1, "k1");
        ChangeStream stream = open(new ChangeSource.Oldest());
        keys(stream, 1);
        streams.record("a", 2, "k2");
        streams.failNext(() -> ExpiredIteratorException.builder()
                .message("expired")
                .statusCode(400)
                .build());

        assertThat(keys(stream, 1)).containsExactly(key("k2"));
        assertThat(streams.calls).contains("iterator a AFTER_SEQUENCE_NUMBER");
    }

    @Test
    void asksAThrottledShardLaterAndLosesNothing() {
        streams.shard("a", null, null)
                .shard("b", null, null)
                .record("a", 1, "k1")
                .record("b", 2, "k2");
        streams.failNext(() -> ScriptedStreams.failure("ProvisionedThroughputExceededException"));
        ChangeStream stream = open(new ChangeSource.Oldest());

        assertThat(stream.poll(10, WAIT).changes()).hasSize(1);
        assertThat(keys(stream, 1)).containsExactly(key("k1"));
    }

    @Test
    void saysWhatToDoWhenTheStreamIsTurnedOff() {
        tables.view = null;

        assertThatThrownBy(() -> open(new ChangeSource.Now()))
                .hasMessageContaining("aws dynamodb update-table --table-name customers")
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT));
    }

    @Test
    void tellsThatItsTableWasDeleted() {
        streams.shard("a", null, null);
        ChangeStream stream = open(new ChangeSource.Now());
        tables.deleted = true;
        streams.failNext(() -> software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException.builder()
                .message("no stream")
                .statusCode(400)
                .build());

        assertThat(stream.poll(10, WAIT).changes())
                .singleElement()
                .isInstanceOfSatisfying(
                        CollectionLost.class, lost -> assertThat(lost.reason()).contains("was deleted"));
        assertThat(stream.poll(10, Duration.ZERO).changes()).isEmpty();
    }
}
