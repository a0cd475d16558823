package dev.lockstep.repair.report;

import dev.lockstep.drift.FieldDifference;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.value.Value;
import org.jspecify.annotations.Nullable;

/** Values as people may see them: sensitive fields masked, long ones cut, control characters escaped. */
final class Shown {
    static final String MASK = "***";
    private static final int LONGEST = 60;

    private Shown() {}

    static boolean isMasked(CopyDefinition definition, FieldDifference difference) {
        return definition.copy().sensitive().contains(difference.field());
    }

    static String value(CopyDefinition definition, FieldDifference difference, @Nullable Value value) {
        if (value == null) {
            return "nothing";
        }
        return isMasked(definition, difference) ? MASK : cut(value.canonical());
    }

    static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
