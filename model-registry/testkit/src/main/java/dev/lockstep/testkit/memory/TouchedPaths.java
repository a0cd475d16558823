package dev.lockstep.testkit.memory;

import dev.lockstep.change.Change;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what a write changed: values given that were not there before, as leaves, and what went away. */
final class TouchedPaths {
    private final Map<FieldPath, Value> set = new LinkedHashMap<>();
    private final Set<FieldPath> removed = new LinkedHashSet<>();

    /** Notes that {@code path}, inside an occurrence that lies at {@code at}, was given a value. */
    void given(List<String> at, Doc before, FieldPath path, Value value) {
        if (!value.equals(before.get(path))) {
            List<String> whole = new ArrayList<>(at);
            whole.addAll(path.segments());
            leaves(whole, value);
        }
    }

    /** Notes what {@code before} had and {@code after} lacks. */
    void gone(List<String> at, Doc before, Doc after) {
        before.entries().forEach((name, old) -> {
            Value now = after.entries().get(name);
            if (now == old) {
                return;
            }
            if (name.isEmpty()) {
                opaque(at);
                return;
            }
            List<String> path = new ArrayList<>(at);
            path.add(name);
            if (now == null) {
                removed.add(new FieldPath(path));
            } else if (old instanceof Doc oldDoc && now instanceof Doc newDoc) {
                gone(path, oldDoc, newDoc);
            }
        });
    }

    private void leaves(List<String> path, Value value) {
        if (value instanceof Doc doc && !doc.entries().isEmpty()) {
            doc.entries().forEach((name, child) -> {
                if (name.isEmpty()) {
                    opaque(path);
                    return;
                }
                List<String> longer = new ArrayList<>(path);
                longer.add(name);
                leaves(longer, child);
            });
        } else {
            set.put(new FieldPath(path), value);
        }
    }

    /** An empty name is no path: the document around it counts as changed in a way that is not spelled out. */
    private void opaque(List<String> at) {
        if (!at.isEmpty()) {
            removed.add(new FieldPath(at));
        }
    }

    Change.Touched touched() {
        return new Change.Touched(set, removed);
    }
}
