package dev.lockstep.repair.command;

/** How the process ends; scripts and schedulers branch on it. */
public enum ExitCode {
    /** No drift, or all drift was put right. */
    CLEAN(0),
    /** Drift was found, or some was left. */
    DRIFT(2),
    /** The run could not be made, or broke off. */
    COULD_NOT_RUN(3),
    /** More would be changed than the fix budget allows; nothing was written. */
    AWAITING_CONFIRMATION(4),
    /** The command line was wrong. */
    USAGE(64);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** The process's exit code. */
    public int number() {
        return number;
    }
}
