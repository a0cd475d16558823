package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/**
 * Reads the shards of one stream side by side, each in order, a shard before its children. Asks a shard that had
 * nothing less often, and one that was throttled still less. Used by one thread.
 *
 * <p>Limits of the service (developer guide, "Change data capture for DynamoDB Streams", and its quotas): a stream
 * keeps 24 hours, an iterator lives 15 minutes, a shard takes 5 calls a second from all its readers together.
 */
final class ShardReader {
    private static final Duration KEPT = Duration.ofHours(24);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PUNISHMENT = Duration.ofSeconds(10);
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(5);

    /** What was read next: a record, or with {@code null} the end of a shard. */
    record Read(String shard, @Nullable Record record) {}

    /** A shard that is being read. */
    private static final class Reading {
        private StreamToken.Place place;
        private @Nullable String iterator;
        private boolean ended;
        private Duration pause = Duration.ZERO;
        private long notBefore;
        private @Nullable Instant emptyAt;

        Reading(StreamToken.Place place) {
            this.place = place;
            this.ended = place instanceof StreamToken.End;
        }
    }

    private final Client client;
    private final String arn;
    private final String table;
    private final Map<String, Reading> readings = new LinkedHashMap<>();
    private final Map<String, StreamToken.Place> delivered = new LinkedHashMap<>();
    private final Deque<Read> buffer = new ArrayDeque<>();

    ShardReader(Client client, String arn, String table) {
        this.client = client;
        this.arn = arn;
        this.table = table;
    }

    String table() {
        return table;
    }

    /** With what is committed from now on. */
    void beginNow(List<Shard> open) {
        long since = Instant.now().minus(CLOCK_SKEW).getEpochSecond();
        for (Shard shard : open) {
            Reading reading = add(shard, since);
            reading.iterator = iterator(shard.shardId(), ShardIteratorType.LATEST, null);
        }
    }

    /** With the oldest records. */
    void beginOldest(List<Shard> roots) {
        for (Shard shard : roots) {
            add(shard, 0).iterator = iterator(shard.shardId(), ShardIteratorType.TRIM_HORIZON, null);
        }
    }

    void addChild(Shard shard) {
        add(shard, 0);
    }

    private Reading add(Shard shard, long notBefore) {
        StreamToken.Place place = new StreamToken.Beginning(
                shard.sequenceNumberRange().startingSequenceNumber(),
                notBefore,
                Instant.now().getEpochSecond());
        return add(shard.shardId(), place);
    }

    private Reading add(String shard, StreamToken.Place place) {
        Reading reading = new Reading(place);
        readings.put(shard, reading);
        delivered.put(shard, place);
        return reading;
    }

    /**
     * Where another reader was; throws HISTORY_LOST when that is not served any more. The iterators are made at once:
     * what is lost must be told now, and not by the first poll.
     */
    void goOn(StreamToken token, Shards shards) {
        if (!token.arn().equals(arn)) {
            throw lost("the stream was made anew: it was " + token.arn() + " and is " + arn, null);
        }
        Shards.Listing listing = shards.list();
        token.places().forEach((shard, place) -> {
            if (!listing.shards().containsKey(shard) && !(place instanceof StreamToken.End)) {
                throw lost("its shard " + shard + " is older than 24 hours", null);
            }
            if (place instanceof StreamToken.Beginning beginning
                    && Instant.now().getEpochSecond() - beginning.knownAt() > KEPT.toSeconds()) {
                throw lost("nothing was read of the shard " + shard + " for more than 24 hours", null);
            }
            Reading reading = add(shard, place);
            if (!reading.ended) {
                iterator(shard, reading);
            }
        });
    }

    private StoreException lost(String why, @Nullable Throwable cause) {
        return new StoreException(
                Kind.HISTORY_LOST,
                "Could not go on with the changes of " + table + ": " + why
                        + ". The changes in between are not served any more: the copies must be checked.",
                cause);
    }

    /** What was read and not taken yet. */
    Deque<Read> buffer() {
        return buffer;
    }

    /** Something of the buffer was taken: the token moves on. */
    void taken(Read read) {
        Record record = read.record();
        delivered.put(
                read.shard(),
                record == null
                        ? new StreamToken.End()
                        : new StreamToken.After(record.dynamodb().sequenceNumber()));
    }

    /** Shards that were taken to their end and whose children are not known yet. */
    List<String> ended() {
        return delivered.entrySet().stream()
                .filter(shard -> shard.getValue() instanceof StreamToken.End)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The children are read from here on, in place of the shard. */
    void replace(String shard, List<Shard> children) {
        readings.remove(shard);
        delivered.remove(shard);
        children.stream()
                .filter(child -> !readings.containsKey(child.shardId()))
                .forEach(this::addChild);
    }

    StreamToken token() {
        return new StreamToken(arn, delivered);
    }

    /** The time up to which everything was read: all shards were empty then; empty when some were not. */
    Optional<Instant> upTo() {
        Instant least = Instant.MAX;
        for (Reading reading : readings.values()) {
            if (reading.emptyAt == null) {
                return Optional.empty();
            }
            least = reading.emptyAt.isBefore(least) ? reading.emptyAt : least;
        }
        return readings.isEmpty() ? Optional.empty() : Optional.of(least);
    }

    /** When the next shard is due, by {@link System#nanoTime}; empty when none will ever be. */
    Optional<Long> nextDue() {
        return readings.values().stream()
                .filter(reading -> !reading.ended)
                .map(reading -> reading.notBefore)
                .min((a, b) -> Long.compare(a - b, 0));
    }

    /** Asks the shards that are due, at once. */
    void read(int most) {
        Map<String, CompletableFuture<GetRecordsResponse>> asked = new LinkedHashMap<>();
        Instant begun = Instant.now();
        long now = System.nanoTime();
        for (Map.Entry<String, Reading> entry : readings.entrySet()) {
            Reading reading = entry.getValue();
            if (!reading.ended && reading.notBefore - now <= 0) {
                String iterator = iterator(entry.getKey(), reading);
                asked.put(
                        entry.getKey(),
                        client.streams()
                                .getRecords(records ->
                                        records.shardIterator(iterator).limit(Math.max(1, Math.min(most, 1_000)))));
            }
        }
        for (Map.Entry<String, CompletableFuture<GetRecordsResponse>> answer : asked.entrySet()) {
            answered(answer.getKey(), readings.get(answer.getKey()), answer.getValue(), begun, now);
        }
    }

    private void answered(
            String shard,
            @Nullable Reading reading,
            CompletableFuture<GetRecordsResponse> answer,
            Instant begun,
            long now) {
        if (reading == null) {
            return;
        }
        try {
            GetRecordsResponse page = DynamoErrors.await("read the changes of " + table, answer);
            put(shard, reading, page, begun, now);
        } catch (StoreException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof ExpiredIteratorException) {
                reading.iterator = null;
            } else if (cause instanceof TrimmedDataAccessException) {
                throw lost("its shard " + shard + " no longer has the records that follow", cause);
            } else if (failure.kind() == Kind.THROTTLED) {
                reading.pause = min(reading.pause.multipliedBy(2).plusSeconds(1), LONGEST_PUNISHMENT);
                reading.notBefore = now + reading.pause.toNanos();
            } else {
                throw failure;
            }
        }
    }

    private void put(String shard, Reading reading, GetRecordsResponse page, Instant begun, long now) {
        for (Record record : page.records()) {
            boolean wanted = !(reading.place instanceof StreamToken.Beginning beginning)
                    || record.dynamodb().approximateCreationDateTime() == null
                    || record.dynamodb().approximateCreationDateTime().getEpochSecond() >= beginning.notBefore();
            if (wanted) {
                reading.place = new StreamToken.After(record.dynamodb().sequenceNumber());
                buffer.add(new Read(shard, record));
            }
        }
        reading.iterator = page.nextShardIterator();
        reading.emptyAt = page.records().isEmpty() ? begun : null;
        if (page.nextShardIterator() == null) {
            reading.ended = true;
            buffer.add(new Read(shard, null));
            return;
        }
        Duration shortest = client.settings().shardPoll();
        reading.pause = page.records().isEmpty()
                ? min(reading.pause.multipliedBy(2).plus(shortest), max(LONGEST_PAUSE, shortest))
                : shortest;
        reading.notBefore = now + reading.pause.toNanos();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private String iterator(String shard, Reading reading) {
        String known = reading.iterator;
        if (known != null) {
            return known;
        }
        String made = reading.place instanceof StreamToken.After after
                ? iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, after.sequence())
                : beginning(shard, (StreamToken.Beginning) reading.place);
        reading.iterator = made;
        return made;
    }

    /** By the shard's first sequence number, which tells when it was trimmed; else by the horizon. */
    private String beginning(String shard, StreamToken.Beginning beginning) {
        try {
            return iterator(shard, ShardIteratorType.AT_SEQUENCE_NUMBER, beginning.sequence());
        } catch (StoreException failure) {
            if (failure.kind() != Kind.PERMANENT) {
                throw failure;
            }
            return iterator(shard, ShardIteratorType.TRIM_HORIZON, null);
        }
    }

    private String iterator(String shard, ShardIteratorType type, @Nullable String sequence) {
        GetShardIteratorRequest wanted = GetShardIteratorRequest.builder()
                .streamArn(arn)
                .shardId(shard)
                .shardIteratorType(type)
                .sequenceNumber(sequence)
                .build();
        try {
            return DynamoErrors.await(
                            "read the shard " + shard + " of " + table,
                            client.streams().getShardIterator(wanted))
                    .shardIterator();
        } catch (StoreException failure) {
            if (failure.getCause() instanceof TrimmedDataAccessException) {
                throw lost("its shard " + shard + " no longer has what follows " + sequence, failure.getCause());
            }
            throw failure;
        }
    }

    /** Names of the shards that are read. */
    List<String> shards() {
        return new ArrayList<>(readings.keySet());
    }
}
