package dev.lockstep.store;

import org.jspecify.annotations.Nullable;

/** The one failure that connectors report, with a kind that callers branch on; the driver's own error is the cause. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is, and so what happens next. */
    public enum Kind {
        /** May pass by itself: the same call is made again, with backoff and jitter. */
        TRANSIENT,
        /** The store asks for less: as TRANSIENT, and the pace is lowered. */
        THROTTLED,
        /** Will not pass by itself for this record: it becomes a dead letter. */
        PERMANENT,
        /** The stream no longer has the position asked for: a GAP is opened. */
        HISTORY_LOST,
        /** The index or key that finds copies is gone: the model becomes BROKEN, its changes are kept. */
        ACCESS_PATH_LOST,
        /** The store refuses the credentials, or a right is missing: retried slowly, shown as AUTH_FAILED. */
        AUTH_FAILED
    }

    private final Kind kind;

    /**
     * A failure; {@code message} follows the form "Could not &lt;what&gt; &lt;which&gt;: &lt;cause&gt;. &lt;What to
     * do&gt;."
     */
    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What kind of failure it is. */
    public Kind kind() {
        return kind;
    }

    /** True when the same call may succeed later without anyone's help. */
    public boolean passesByItself() {
        return kind == Kind.TRANSIENT || kind == Kind.THROTTLED || kind == Kind.AUTH_FAILED;
    }
}
