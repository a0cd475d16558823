package dev.lockstep.drift;

import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A difference as it was seen: equal evidence twice means that neither source, copy nor label moved in between. */
record Evidence(
        CheckOutcome.Kind kind,
        Optional<SourceKey> pointer,
        @Nullable Value label,
        @Nullable Projected expected,
        List<Map<FieldPath, Optional<Value>>> actual) {
    static Evidence of(CopyDefinition definition, CheckOutcome outcome) {
        List<Map<FieldPath, Optional<Value>>> actual = outcome.seen().occurrences().stream()
                .map(occurrence -> {
                    Map<FieldPath, Optional<Value>> values = new LinkedHashMap<>();
                    for (FieldRule field : definition.copy().fields()) {
                        values.put(field.target(), Optional.ofNullable(occurrence.get(field.target())));
                    }
                    return values;
                })
                .toList();
        return new Evidence(outcome.kind(), outcome.pointer(), outcome.seen().label(), outcome.expected(), actual);
    }
}
