package dev.lockstep.connectors.debezium;

import dev.lockstep.change.Captured;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import io.debezium.engine.spi.OffsetCommitPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * One engine. Its thread hands records over and waits while the reader is behind; a record is marked as processed, by
 * that thread, only after the reader acknowledged a point at or after it (rule R2).
 */
final class EngineStream implements ChangeStream {
    private static final int WAITING = 4_096;

    private record Delivered(long number, RecordChangeEvent<SourceRecord> event) {}

    private final String id = UUID.randomUUID().toString();
    private final RowChanges rows;
    private final CaptureSettings settings;
    private final String identity;
    private final Consumer<EngineStream> whenClosed;
    private final BlockingQueue<Delivered> queue = new ArrayBlockingQueue<>(WAITING);
    private final Deque<Delivered> unmarked = new ArrayDeque<>();
    private final Deque<Point> handedOut = new ArrayDeque<>();
    private final AtomicLong durable = new AtomicLong();
    private final Visibility visibility;
    private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;
    private Offset last;
    private long delivered;
    private @Nullable Delivered held;
    private volatile boolean ended;
    private volatile @Nullable StoreException failure;

    private record Point(ResumePoint point, long number) {}

    EngineStream(
            RowChanges rows,
            CaptureSettings settings,
            String identity,
            Offset begin,
            Consumer<EngineStream> whenClosed) {
        this.rows = rows;
        this.settings = settings;
        this.identity = identity;
        this.last = begin;
        this.whenClosed = whenClosed;
        this.visibility = new Visibility(settings);
        StartOffsets.begin(id, begin);
        this.engine = DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                .using(EngineProperties.of(id, settings, rows.tables()))
                .using((success, message, error) -> {
                    if (!ended) {
                        failure = Failures.of("read slot " + settings.slot(), error);
                    }
                })
                .using(OffsetCommitPolicy.always())
                .notifying(this::handOver)
                .build();
    }

    void start() {
        Thread thread = new Thread(engine, "lockstep-capture-" + settings.slot());
        thread.setDaemon(true);
        thread.start();
    }

    private void handOver(
            List<RecordChangeEvent<SourceRecord>> events, RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        for (RecordChangeEvent<SourceRecord> event : events) {
            Delivered next = new Delivered(++delivered, event);
            unmarked.add(next);
            while (!queue.offer(next, 100, TimeUnit.MILLISECONDS)) {
                if (ended) {
                    throw new InterruptedException("the stream was closed");
                }
                mark(committer);
            }
        }
        mark(committer);
    }

    private void mark(RecordCommitter<RecordChangeEvent<SourceRecord>> committer) throws InterruptedException {
        boolean some = false;
        while (!unmarked.isEmpty() && unmarked.element().number() <= durable.get()) {
            committer.markProcessed(unmarked.remove().event());
            some = true;
        }
        if (some) {
            committer.markBatchFinished();
        }
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Batch poll(int most, Duration wait) {
        List<Captured> changes = new ArrayList<>();
        try {
            Delivered next = next(wait);
            long number = 0;
            while (next != null) {
                Optional<RowChanges.Row> row = rows.row(next.event().record());
                if (row.isPresent() && !visibility.reached(row.get())) {
                    held = next;
                    break;
                }
                row.ifPresent(seen -> changes.add(seen.change()));
                last = Offset.of(next.event().record().sourceOffset());
                number = next.number();
                next = changes.size() < most ? queue.poll() : null;
            }
            if (number > 0) {
                handedOut.add(new Point(last.point(), number));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw PostgresCapture.ended(settings.slot(), "the thread was interrupted");
        }
        return new Batch(changes, last.point(), Optional.empty());
    }

    private @Nullable Delivered next(Duration wait) throws InterruptedException {
        if (ended) {
            throw PostgresCapture.ended(settings.slot(), "the store's connector was closed");
        }
        if (held != null) {
            Delivered again = held;
            held = null;
            return again;
        }
        Delivered next = queue.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
        StoreException failed = failure;
        if (next == null && failed != null) {
            throw failed;
        }
        return next;
    }

    @Override
    public void acknowledge(ResumePoint point) {
        if (handedOut.stream().noneMatch(one -> one.point().equals(point))) {
            return;
        }
        while (true) {
            Point first = handedOut.remove();
            durable.set(first.number());
            if (first.point().equals(point)) {
                return;
            }
        }
    }

    /** Ends the engine; the next poll fails with TRANSIENT. */
    void end() {
        ended = true;
        whenClosed.accept(this);
        StartOffsets.forget(id);
        try {
            engine.close();
        } catch (IOException | IllegalStateException notRunning) {
            failure = Failures.of("close slot " + settings.slot(), notRunning);
        }
        visibility.close();
    }

    @Override
    public void close() {
        if (!ended) {
            end();
        }
    }
}
