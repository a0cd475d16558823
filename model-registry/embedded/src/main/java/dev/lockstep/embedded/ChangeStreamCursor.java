package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A client's place in the log. Its client calls from one thread at a time; waiting and the pipeline run without the
 * server's lock.
 */
final class ChangeStreamCursor implements Cursor {
    private static final int SLICE = 1_000;

    private final long id;
    private final ChangeLog log;
    private final ChangeStreamScope scope;
    private final EventRenderer renderer;
    private final Pipeline pipeline;
    private final BusyTime busy;
    private long position;
    private ResumeToken seen;
    private boolean ended;

    ChangeStreamCursor(
            long id,
            ChangeLog log,
            Start start,
            ChangeStreamScope scope,
            EventRenderer renderer,
            Pipeline pipeline,
            BusyTime busy) {
        this.id = id;
        this.log = log;
        this.position = start.position();
        this.seen = start.token();
        this.scope = scope;
        this.renderer = renderer;
        this.pipeline = pipeline;
        this.busy = busy;
    }

    @Override
    public long getId() {
        return id;
    }

    /** Whether the stream was invalidated, so that the client needs no further call. */
    @Override
    public boolean isEmpty() {
        return ended;
    }

    ChangeStreamScope scope() {
        return scope;
    }

    /** What is there now, without waiting. */
    @Override
    public List<Document> takeDocuments(int wanted) {
        return take(wanted, 0);
    }

    /** Waits up to {@code nanos} for the first event that passes the pipeline, then returns what is there. */
    synchronized List<Document> take(int wanted, long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (true) {
            List<Document> batch = new ArrayList<>();
            boolean atEnd = busy.measure(() -> fill(batch, wanted));
            if (!batch.isEmpty() || ended) {
                return batch;
            }
            if (atEnd && !log.await(position, deadline - System.nanoTime())) {
                return batch;
            }
        }
    }

    private boolean fill(List<Document> batch, int wanted) {
        ChangeLog.Slice slice = log.read(position, SLICE);
        long at = position;
        for (LoggedEvent event : slice.events()) {
            if (batch.size() >= wanted) {
                position = at;
                return false;
            }
            at++;
            accept(event, batch);
            if (ended) {
                position = at;
                return true;
            }
        }
        position = slice.next();
        if (slice.atEnd()) {
            seen = ResumeToken.highWaterMark(slice.seen());
        }
        return slice.atEnd();
    }

    private void accept(LoggedEvent event, List<Document> batch) {
        if (scope.contains(event.change())) {
            pipeline.run(Stream.of(renderer.render(event))).forEach(batch::add);
            if (scope.endsWith(event.change())) {
                pipeline.run(Stream.of(renderer.invalidate(event))).forEach(batch::add);
                ended = true;
            }
        }
        seen = event.token();
    }

    /** All changes up to this place have been handed out or filtered away. */
    synchronized Document postBatchResumeToken() {
        return seen.toDocument();
    }

    /**
     * Where a stream begins.
     *
     * @param position the sequence number of its first event
     * @param token the token before it
     */
    record Start(long position, ResumeToken token) {}
}
