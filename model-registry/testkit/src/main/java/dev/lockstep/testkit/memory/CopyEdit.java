package dev.lockstep.testkit.memory;

import dev.lockstep.change.Label;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Elements;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Computes a record with the registered fields and the label written into it, or into those elements that match. */
final class CopyEdit {
    private final CopyDefinition definition;
    private final FieldPath labelPath;
    private final Projected projected;
    private final Doc label;
    private final TouchedPaths touched = new TouchedPaths();

    CopyEdit(CopyDefinition definition, String labelPrefix, Projected projected, Label label) {
        this.definition = definition;
        this.labelPath = definition.labelPath(labelPrefix);
        this.projected = projected;
        this.label = label.toDoc();
    }

    TouchedPaths touched() {
        return touched;
    }

    /** The changed record, or {@code null} when the condition holds nowhere in it. */
    @Nullable
    Doc applyTo(Doc record, Predicate<Doc> condition) {
        Elements elements = definition.copy().elements();
        if (elements == null) {
            return condition.test(record) ? written(List.of(), record) : null;
        }
        if (!(record.get(elements.path()) instanceof Value.Items items)) {
            return null;
        }
        List<Value> changed = new ArrayList<>(items.values());
        boolean any = false;
        for (int i = 0; i < changed.size(); i++) {
            if (changed.get(i) instanceof Doc element && condition.test(element)) {
                changed.set(
                        i, written(elements.path().child(Integer.toString(i)).segments(), element));
                any = true;
            }
        }
        return any ? record.with(elements.path(), new Value.Items(changed)) : null;
    }

    private Doc written(List<String> at, Doc occurrence) {
        projected.assignments().forEach((path, assignment) -> {
            if (assignment instanceof Projected.Set set) {
                touched.given(at, occurrence, path, set.value());
            }
        });
        touched.given(at, occurrence, labelPath, label);
        Doc after = projected.applyTo(occurrence).with(labelPath, label);
        if (!at.isEmpty()) {
            touched.gone(at, occurrence, after);
        }
        return after;
    }
}
