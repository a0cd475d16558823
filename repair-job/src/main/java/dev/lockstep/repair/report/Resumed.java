package dev.lockstep.repair.report;

/**
 * What an earlier process had done of a run, and was not done again.
 *
 * @param segments segments that were scanned
 * @param of segments in all
 * @param copies copies in them
 */
public record Resumed(int segments, int of, long copies) {
    /** The run began in this process. */
    public static final Resumed NOTHING = new Resumed(0, 0, 0);
}
