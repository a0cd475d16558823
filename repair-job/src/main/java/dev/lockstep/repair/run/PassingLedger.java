package dev.lockstep.repair.run;

import dev.lockstep.registry.CopyName;
import dev.lockstep.repair.scan.Scan;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.state.SegmentStore.WrongCopy;
import dev.lockstep.store.Segment;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** For a model file: nothing is kept, because nothing is written and no run goes on. */
final class PassingLedger implements Ledger {
    private int parts;

    @Override
    public List<Part> parts(CopyName copy, Supplier<List<Segment>> segments) {
        List<Segment> all = segments.get();
        parts = all.size();
        return IntStream.range(0, parts)
                .mapToObj(index -> new Part(0, copy, index + 1, all.get(index), null, null))
                .toList();
    }

    @Override
    public Optional<Part> done(Scan.Ended ended) {
        Part part = ended.part();
        return ended.rest().map(cursor -> new Part(0, part.copy(), ++parts, part.segment(), cursor, null));
    }

    @Override
    public List<WrongCopy> wrong(CopyName copy, long after, int limit) {
        return List.of();
    }

    @Override
    public long wrongCount(CopyName copy) {
        return 0;
    }

    @Override
    public void settled(List<WrongCopy> copies) {}
}
