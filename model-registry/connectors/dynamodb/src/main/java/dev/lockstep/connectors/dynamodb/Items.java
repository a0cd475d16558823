package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as records. A label is one attribute of its own, named {@code <prefix>.<model>.<copy>}: an update can set it
 * whole without knowing whether the item has any label yet. Records have it at the path {@code <prefix>, <model>,
 * <copy>}, as in every store.
 */
final class Items {
    private final String prefix;

    Items(String labelPrefix) {
        this.prefix = labelPrefix;
    }

    Doc toRecord(Map<String, AttributeValue> item) {
        Map<String, Value> entries = new LinkedHashMap<>();
        List<String> labels = new ArrayList<>();
        item.forEach((name, value) -> {
            if (isLabel(name)) {
                labels.add(name);
            } else {
                entries.put(name, Values.toValue(value));
            }
        });
        Doc record = Doc.of(entries);
        for (String label : labels) {
            record = record.with(
                    FieldPath.of(label.split("\\.", 3)),
                    Values.toValue(item.getOrDefault(label, AttributeValue.fromNul(true))));
        }
        return record;
    }

    private boolean isLabel(String name) {
        return name.startsWith(prefix + ".")
                && name.split("\\.", -1).length == 3
                && !name.contains("..")
                && !name.endsWith(".");
    }

    /** The names by which an expression reaches what is at this path of a record. */
    List<String> attributePath(FieldPath path) {
        List<String> segments = path.segments();
        if (!path.head().equals(prefix) || segments.size() < 3) {
            return segments;
        }
        List<String> names = new ArrayList<>();
        names.add(String.join(".", segments.subList(0, 3)));
        names.addAll(segments.subList(3, segments.size()));
        return names;
    }

    static RecordKey key(Map<String, AttributeValue> item, List<String> keyAttributes) {
        Map<String, Value> key = new LinkedHashMap<>();
        for (String attribute : keyAttributes) {
            key.put(attribute, Values.toValue(item.getOrDefault(attribute, AttributeValue.fromNul(true))));
        }
        return new RecordKey(Doc.of(key));
    }

    static Map<String, AttributeValue> key(RecordKey key) {
        return Values.toItem(key.attributes());
    }
}
