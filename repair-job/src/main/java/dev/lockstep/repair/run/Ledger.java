package dev.lockstep.repair.run;

import dev.lockstep.registry.CopyName;
import dev.lockstep.repair.scan.Scan;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.state.SegmentStore.WrongCopy;
import dev.lockstep.store.Segment;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Where a run keeps its parts and the copies that wait for their fix. */
interface Ledger {
    /** The parts of a copy definition; {@code segments} is asked when there are none yet. */
    List<Part> parts(CopyName copy, Supplier<List<Segment>> segments);

    /** Ends a part; returns its rest, if it was cut short. */
    Optional<Part> done(Scan.Ended ended);

    /** Copies that wait for their fix. */
    List<WrongCopy> wrong(CopyName copy, long after, int limit);

    /** How many wait. */
    long wrongCount(CopyName copy);

    /** Takes copies off that are right. */
    void settled(List<WrongCopy> copies);
}
