package dev.lockstep.testkit.memory;

/**
 * The replaceable parts of an {@link InMemoryConnector}.
 *
 * @param paging how event writes are cut
 * @param rules the conditions of writes
 * @param faults called around every operation
 * @param staleReads which reads of sources are old
 * @param labelPrefix the attribute that holds all labels
 * @param seed for samples
 */
public record MemorySettings(
        Paging paging, WriteRules rules, Faults faults, StaleReads staleReads, String labelPrefix, long seed) {
    private static final MemorySettings PLAIN =
            new MemorySettings(Paging.none(), WriteRules.strict(), Faults.none(), StaleReads.none(), "_lockstep", 1);

    /** No paging, the rules as they are, no faults. */
    public static MemorySettings plain() {
        return PLAIN;
    }

    /** These settings with another paging. */
    public MemorySettings with(Paging other) {
        return new MemorySettings(other, rules, faults, staleReads, labelPrefix, seed);
    }

    /** These settings with other rules. */
    public MemorySettings with(WriteRules other) {
        return new MemorySettings(paging, other, faults, staleReads, labelPrefix, seed);
    }

    /** These settings with other faults. */
    public MemorySettings with(Faults other) {
        return new MemorySettings(paging, rules, other, staleReads, labelPrefix, seed);
    }

    /** These settings with other stale reads. */
    public MemorySettings with(StaleReads other) {
        return new MemorySettings(paging, rules, faults, other, labelPrefix, seed);
    }
}
