package dev.lockstep.connectors.mongodb;

import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import dev.lockstep.change.Label;
import dev.lockstep.projection.Projected;
import dev.lockstep.projection.Projected.Assignment;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What is written into a copy. Update operators do it where they can; a field whose name has a dot or a leading dollar
 * sign is written by a pipeline, whose {@code $setField} takes names literally.
 *
 * @param operators the update; empty when the pipeline is meant
 * @param pipeline the update; empty when the operators are meant
 */
record CopyUpdate(BsonDocument operators, List<BsonDocument> pipeline) {
    private static final String ROOT = "$$ROOT";

    /** Assigns the fields and the label below {@code root}, which is empty or ends in a dot. */
    static CopyUpdate of(String root, Projected projected, FieldPath labelPath, Label label) {
        Map<FieldPath, Assignment> all = new LinkedHashMap<>(projected.assignments());
        all.put(labelPath, new Projected.Set(label.toDoc()));
        boolean plain = all.keySet().stream().allMatch(Paths::isPlain);
        return plain || !root.isEmpty()
                ? new CopyUpdate(operators(root, all), List.of())
                : new CopyUpdate(new BsonDocument(), stages(all));
    }

    UpdateManyModel<BsonDocument> many(BsonDocument filter, UpdateOptions options) {
        return pipeline.isEmpty()
                ? new UpdateManyModel<>(filter, operators, options)
                : new UpdateManyModel<>(filter, pipeline, options);
    }

    UpdateOneModel<BsonDocument> one(BsonDocument filter, UpdateOptions options) {
        return pipeline.isEmpty()
                ? new UpdateOneModel<>(filter, operators, options)
                : new UpdateOneModel<>(filter, pipeline, options);
    }

    private static BsonDocument operators(String root, Map<FieldPath, Assignment> all) {
        BsonDocument set = new BsonDocument();
        BsonDocument unset = new BsonDocument();
        all.forEach((path, assignment) -> {
            if (assignment instanceof Projected.Set value) {
                set.put(root + Paths.dotted(path), BsonMapping.toBson(value.value()));
            } else if (assignment instanceof Projected.Unset) {
                unset.put(root + Paths.dotted(path), new BsonString(""));
            }
        });
        BsonDocument update = new BsonDocument("$set", set);
        return unset.isEmpty() ? update : update.append("$unset", unset);
    }

    private static List<BsonDocument> stages(Map<FieldPath, Assignment> all) {
        List<BsonDocument> stages = new ArrayList<>();
        all.forEach((path, assignment) -> {
            if (assignment instanceof Projected.Set set) {
                stages.add(new BsonDocument("$replaceWith", set(new BsonString(ROOT), path.segments(), set.value())));
            } else if (assignment instanceof Projected.Unset) {
                stages.add(new BsonDocument("$replaceWith", unset(new BsonString(ROOT), path.segments())));
            }
        });
        return stages;
    }

    private static BsonValue set(BsonValue document, List<String> path, Value value) {
        String name = path.get(0);
        if (path.size() == 1) {
            return setField(document, name, literal(BsonMapping.toBson(value)));
        }
        BsonValue child = getField(document, name);
        BsonValue inner = condition(isDocument(child), child, literal(new BsonDocument()));
        return setField(document, name, set(inner, path.subList(1, path.size()), value));
    }

    private static BsonValue unset(BsonValue document, List<String> path) {
        String name = path.get(0);
        if (path.size() == 1) {
            return new BsonDocument(
                    "$unsetField", new BsonDocument("field", literal(new BsonString(name))).append("input", document));
        }
        BsonValue child = getField(document, name);
        return condition(
                isDocument(child), setField(document, name, unset(child, path.subList(1, path.size()))), document);
    }

    private static BsonDocument setField(BsonValue document, String name, BsonValue value) {
        return new BsonDocument(
                "$setField",
                new BsonDocument("field", literal(new BsonString(name)))
                        .append("input", document)
                        .append("value", value));
    }

    private static BsonDocument getField(BsonValue document, String name) {
        return new BsonDocument(
                "$getField", new BsonDocument("field", literal(new BsonString(name))).append("input", document));
    }

    private static BsonDocument isDocument(BsonValue value) {
        return new BsonDocument(
                "$eq", new BsonArray(List.of(new BsonDocument("$type", value), new BsonString("object"))));
    }

    private static BsonDocument condition(BsonValue test, BsonValue then, BsonValue otherwise) {
        return new BsonDocument("$cond", new BsonArray(List.of(test, then, otherwise)));
    }

    private static BsonDocument literal(BsonValue value) {
        return new BsonDocument("$literal", value);
    }
}
