package dev.lockstep.fanout.security;

/** The service does not start, because that would not be safe. */
final class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String action;

    /** What is wrong, and what to set. */
    StartRefused(String description, String action) {
        super(description);
        this.action = action;
    }

    String action() {
        return action;
    }
}
