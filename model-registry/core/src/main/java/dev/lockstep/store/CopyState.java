package dev.lockstep.store;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy as it was read. With {@code elements}, the elements of one record that share pointer and label are one state
 * with several occurrences, because one conditional write reaches them all.
 *
 * @param record the record's primary key
 * @param pointer the source key it names, empty when the pointer is missing, null or does not fit its template
 * @param inScope whether {@code where} holds
 * @param label the label exactly as stored, {@code null} when there is none
 * @param occurrences the record, or the elements, with pointer and registered fields at least
 */
public record CopyState(
        RecordKey record,
        Optional<SourceKey> pointer,
        boolean inScope,
        @Nullable Value label,
        List<Doc> occurrences) {
    public CopyState {
        occurrences = List.copyOf(occurrences);
    }

    /** The label, empty when it is absent or malformed. */
    public Optional<Label> parsedLabel() {
        return Label.parse(label);
    }

    /** The states of a record that a connector has read: one, or with elements one per distinct pointer and label. */
    public static List<CopyState> of(CopyDefinition definition, RecordKey key, Doc record, String labelPrefix) {
        boolean inScope = definition.copy().where().matches(record);
        FieldPath labelPath = definition.labelPath(labelPrefix);
        if (definition.copy().elements() == null) {
            Optional<SourceKey> pointer = definition.copy().pointer().match(record);
            boolean reached = pointer.isEmpty() || definition.copy().find().reaches(pointer.get(), record);
            return List.of(state(definition, key, inScope && reached, labelPath, record));
        }
        Map<List<Object>, List<Doc>> groups = new LinkedHashMap<>();
        Map<List<Object>, CopyState> firsts = new LinkedHashMap<>();
        if (record.get(definition.copy().elements().path()) instanceof Value.Items items) {
            for (Value item : items.values()) {
                if (item instanceof Doc element) {
                    CopyState state = state(definition, key, inScope, labelPath, element);
                    List<Object> group = List.of(state.pointer(), Optional.ofNullable(state.label()));
                    firsts.putIfAbsent(group, state);
                    groups.computeIfAbsent(group, g -> new ArrayList<>()).add(element);
                }
            }
        }
        List<CopyState> states = new ArrayList<>();
        firsts.forEach((group, first) -> states.add(
                new CopyState(key, first.pointer(), inScope, first.label(), groups.getOrDefault(group, List.of()))));
        return states;
    }

    private static CopyState state(
            CopyDefinition definition, RecordKey key, boolean inScope, FieldPath labelPath, Doc occurrence) {
        return new CopyState(
                key,
                definition.copy().pointer().match(occurrence),
                inScope,
                occurrence.get(labelPath),
                List.of(occurrence));
    }
}
