package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import org.jspecify.annotations.Nullable;

/** The objectives, the repair plan and the reads of a copy, as far as the file states them. */
record CopyPlans(Copy.@Nullable Slo slo, Copy.@Nullable RepairPlan repair, Copy.@Nullable Reads reads) {
    static CopyPlans read(Section copy) {
        return new CopyPlans(slo(copy), repair(copy), reads(copy));
    }

    private static Copy.@Nullable Slo slo(Section copy) {
        Section slo = copy.section("slo", Attributes.SLO);
        return slo == null
                ? null
                : new Copy.Slo(slo.duration("freshness"), slo.number("drift", 0, 1, "a share from 0 to 1"));
    }

    private static Copy.@Nullable RepairPlan repair(Section copy) {
        Section repair = copy.section("repair", Attributes.REPAIR);
        if (repair == null) {
            return null;
        }
        Section sample = repair.section("sample", Attributes.SAMPLE);
        return new Copy.RepairPlan(
                repair.duration("full"),
                sample == null ? null : sample.duration("every"),
                sample == null ? null : sample.whole("size", 1, 1_000_000));
    }

    private static Copy.@Nullable Reads reads(Section copy) {
        Section reads = copy.section("reads", Attributes.READS);
        return reads == null
                ? null
                : new Copy.Reads(
                        reads.text("pattern"),
                        reads.number("perSecond", 0, 1_000_000_000, "a rate from 0 to 1,000,000,000"));
    }
}
