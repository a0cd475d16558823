package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Works out an update event's {@code updateDescription} as MongoDB does: new parts at their topmost new path, changed
 * array elements by their index, what an operator set as a whole under that operator's path.
 */
final class DocumentDiff {
    private final UpdateStyle style;
    private final Document updated = new Document();
    private final List<String> removed = new ArrayList<>();
    private final List<Document> truncated = new ArrayList<>();
    private int findings;

    private DocumentDiff(UpdateStyle style) {
        this.style = style;
    }

    static Document describe(Document before, Document after, UpdateStyle style) {
        DocumentDiff diff = new DocumentDiff(style);
        diff.documents(List.of(), before, after);
        return new Document("updatedFields", diff.updated)
                .append("removedFields", diff.removed)
                .append("truncatedArrays", diff.truncated);
    }

    private void documents(List<String> path, Document before, Document after) {
        for (Map.Entry<String, Object> field : after.entrySet()) {
            List<String> here = child(path, field.getKey());
            if (before.containsKey(field.getKey())) {
                values(here, before.get(field.getKey()), field.getValue());
            } else {
                set(here, field.getValue());
            }
        }
        for (String field : before.keySet()) {
            if (!after.containsKey(field)) {
                removed.add(String.join(".", child(path, field)));
                findings++;
            }
        }
    }

    private void values(List<String> path, @Nullable Object before, @Nullable Object after) {
        if (Objects.equals(before, after)) {
            return;
        }
        int findingsBefore = findings;
        if (style.setsWhole(path)) {
            set(path, after);
        } else if (before instanceof Document old && after instanceof Document changed) {
            documents(path, old, changed);
        } else if (before instanceof List<?> old && after instanceof List<?> changed) {
            lists(path, old, changed);
        }
        if (findings == findingsBefore) {
            set(path, after); // another type, or only the order of fields differs
        }
    }

    private void lists(List<String> path, List<?> before, List<?> after) {
        boolean shrinks = after.size() < before.size();
        if (shrinks && !style.isPipeline()) {
            set(path, after);
            return;
        }
        if (style.appendsTo(path) && !after.subList(0, before.size()).equals(before)) {
            set(path, after);
            return;
        }
        if (shrinks) {
            truncated.add(new Document("field", String.join(".", path)).append("newSize", after.size()));
            findings++;
        }
        for (int i = 0; i < after.size(); i++) {
            List<String> here = child(path, Integer.toString(i));
            if (i < before.size()) {
                values(here, before.get(i), after.get(i));
            } else {
                set(here, after.get(i));
            }
        }
    }

    private void set(List<String> path, @Nullable Object value) {
        updated.put(String.join(".", path), value);
        findings++;
    }

    private static List<String> child(List<String> path, String name) {
        List<String> child = new ArrayList<>(path);
        child.add(name);
        return child;
    }
}
