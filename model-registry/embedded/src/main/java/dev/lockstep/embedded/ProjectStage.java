package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code $project}: keeps, leaves out, or computes fields. */
final class ProjectStage implements Pipeline.Stage {
    private final List<List<String>> included = new ArrayList<>();
    private final List<List<String>> excluded = new ArrayList<>();
    private final Map<List<String>, @Nullable Object> computed = new LinkedHashMap<>();

    private ProjectStage() {}

    static ProjectStage of(Document spec) {
        if (spec.isEmpty()) {
            throw ServerErrors.location(
                    51272, "Invalid $project :: caused by :: projection specification must have at least one field");
        }
        ProjectStage stage = new ProjectStage();
        Pipeline.flatten(spec).forEach((path, value) -> {
            if (!(value instanceof Number || value instanceof Boolean)) {
                stage.computed.put(path, value);
            } else if (Request.truth(value)) {
                stage.included.add(path);
            } else {
                stage.excluded.add(path);
            }
        });
        return stage;
    }

    @Override
    public Stream<Document> apply(Stream<Document> documents) {
        return documents.map(this::project);
    }

    private Document project(Document source) {
        Object result = included.isEmpty() && computed.isEmpty() ? source : include(source, withId());
        for (List<String> path : excluded) {
            result = Paths.remove(result, path);
        }
        for (Map.Entry<List<String>, @Nullable Object> field : computed.entrySet()) {
            result = Paths.set(result, field.getKey(), Expressions.of(source).evaluate(field.getValue()));
        }
        return (Document) java.util.Objects.requireNonNull(result);
    }

    private List<List<String>> withId() {
        List<List<String>> all = new ArrayList<>(included);
        all.add(List.of("_id"));
        return all;
    }

    private static @Nullable Object include(@Nullable Object value, List<List<String>> paths) {
        if (paths.stream().anyMatch(List::isEmpty)) {
            return value;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> kept = new ArrayList<>();
            for (Object element : list) {
                Object part = include(element, paths);
                if (!(part instanceof Missing)) {
                    kept.add(part);
                }
            }
            return kept;
        }
        if (!(value instanceof Document document)) {
            return Missing.getInstance();
        }
        Document kept = new Document();
        document.forEach((field, child) -> {
            List<List<String>> below = paths.stream()
                    .filter(path -> path.get(0).equals(field))
                    .map(path -> path.subList(1, path.size()))
                    .toList();
            Object part = below.isEmpty() ? Missing.getInstance() : include(child, below);
            if (!(part instanceof Missing)) {
                kept.put(field, part);
            }
        });
        return kept;
    }
}
