package dev.lockstep.fanout.resync;

/**
 * How far a fill or a full check has come.
 *
 * @param scanned records read
 * @param found copies that were wrong (full check)
 * @param fixed copies written
 * @param skipped records that are no sources or copies, orphans and copies that could not be written
 */
record Progress(long scanned, long found, long fixed, long skipped) {
    static final Progress NONE = new Progress(0, 0, 0, 0);

    Progress plus(long moreScanned, long moreFound, long moreFixed, long moreSkipped) {
        return new Progress(scanned + moreScanned, found + moreFound, fixed + moreFixed, skipped + moreSkipped);
    }
}
