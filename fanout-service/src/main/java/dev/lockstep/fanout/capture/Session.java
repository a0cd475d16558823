package dev.lockstep.fanout.capture;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition that is open here: its stream, its lease, and how far it has come. Used by its capture loop's thread
 * only.
 */
final class Session {
    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final Lease lease;
    private final Tracker tracker;
    private Subscription subscription;
    private ChangeStream stream;
    private @Nullable ResumePoint captured;
    private @Nullable ResumePoint saved;
    private Instant savedAt = Instant.MIN;
    private Instant renewedAt;

    Session(Lease lease, Tracker tracker, Subscription subscription, ChangeStream stream, Instant now) {
        this.lease = lease;
        this.tracker = tracker;
        this.subscription = subscription;
        this.stream = stream;
        this.renewedAt = now;
    }

    Lease lease() {
        return lease;
    }

    Tracker tracker() {
        return tracker;
    }

    Subscription subscription() {
        return subscription;
    }

    ChangeStream stream() {
        return stream;
    }

    /** The point after everything that was routed. */
    @Nullable
    ResumePoint captured() {
        return captured;
    }

    void captured(ResumePoint point) {
        captured = point;
    }

    /** The last checkpoint of this session. */
    @Nullable
    ResumePoint saved() {
        return saved;
    }

    Instant savedAt() {
        return savedAt;
    }

    void saved(ResumePoint point, Instant at) {
        saved = point;
        savedAt = at;
    }

    Instant renewedAt() {
        return renewedAt;
    }

    void renewed(Instant at) {
        renewedAt = at;
    }

    /** The same partition goes on with another stream, at the point where the last one was. */
    void goOn(Subscription wider, ChangeStream next) {
        closeStream();
        subscription = wider;
        stream = next;
    }

    void closeStream() {
        try {
            stream.close();
        } catch (StoreException e) {
            log.debug("Could not close a stream: {}. The store ends it by itself.", e.getMessage());
        }
    }
}
