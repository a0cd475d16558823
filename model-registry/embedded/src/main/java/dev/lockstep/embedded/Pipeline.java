package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An aggregation pipeline: the stages that shape single documents are done here, all others by the library. */
final class Pipeline {
    private final List<Stage> stages = new ArrayList<>();

    private Pipeline() {}

    /** Stages for one document at a time: change streams and pipeline updates. */
    static Pipeline perDocument(List<Document> specs) {
        Pipeline pipeline = new Pipeline();
        for (Document spec : specs) {
            Stage own = own(name(spec), spec.get(name(spec)));
            if (own == null) {
                throw ServerErrors.location(40324, "Unrecognized pipeline stage name: '" + name(spec) + "'");
            }
            pipeline.stages.add(own);
        }
        return pipeline;
    }

    /** Any stages, over a collection of a database. */
    static Pipeline of(
            List<Document> specs, Databases databases, EmbeddedDatabase database, EmbeddedCollection collection) {
        Pipeline pipeline = new Pipeline();
        for (Document spec : specs) {
            Stage own = own(name(spec), spec.get(name(spec)));
            if (own != null) {
                pipeline.stages.add(own);
            } else if (name(spec).equals("$sample")) {
                pipeline.stages.add(SampleStage.of(spec.get("$sample")));
            } else {
                Aggregation library =
                        Aggregation.fromPipeline(List.of(spec), databases::open, database, collection, NoopOplog.get());
                pipeline.stages.add(library::runStagesAsStream);
            }
        }
        return pipeline;
    }

    Stream<Document> run(Stream<Document> documents) {
        Stream<Document> result = documents;
        for (Stage stage : stages) {
            result = stage.apply(result);
        }
        return result;
    }

    private static String name(Document spec) {
        if (spec.size() != 1) {
            throw ServerErrors.location(40323, "A pipeline stage specification object must contain exactly one field.");
        }
        return spec.keySet().iterator().next();
    }

    private static @Nullable Stage own(String name, @Nullable Object argument) {
        return switch (name) {
            case "$match" -> documents -> documents.filter(each -> FilterMatcher.matches(each, document(argument)));
            case "$set", "$addFields" -> documents -> documents.map(each -> set(each, document(argument)));
            case "$unset" -> documents -> documents.map(each -> unset(each, argument));
            case "$project" -> ProjectStage.of(document(argument));
            case "$replaceWith" -> documents -> documents.map(each -> root(each, argument));
            case "$replaceRoot" ->
                documents -> documents.map(each -> root(each, document(argument).get("newRoot")));
            default -> null;
        };
    }

    static Document set(Document source, Document spec) {
        Object result = source;
        for (Map.Entry<List<String>, @Nullable Object> field : flatten(spec).entrySet()) {
            result = Paths.set(result, field.getKey(), Expressions.of(source).evaluate(field.getValue()));
        }
        return document(result);
    }

    /** Nested documents without an operator name paths below their field. */
    static Map<List<String>, @Nullable Object> flatten(Document spec) {
        Map<List<String>, @Nullable Object> fields = new LinkedHashMap<>();
        flatten(List.of(), spec, fields);
        return fields;
    }

    private static void flatten(List<String> prefix, Document spec, Map<List<String>, @Nullable Object> fields) {
        spec.forEach((name, value) -> {
            List<String> path = new ArrayList<>(prefix);
            path.addAll(Paths.split(name));
            if (value instanceof Document nested && !nested.isEmpty() && !Expressions.isOperator(nested)) {
                flatten(path, nested, fields);
            } else {
                fields.put(path, value);
            }
        });
    }

    private static Document unset(Document source, @Nullable Object argument) {
        List<?> paths = argument instanceof List<?> list ? list : List.of(String.valueOf(argument));
        Object result = source;
        for (Object path : paths) {
            result = Paths.remove(result, Paths.split(String.valueOf(path)));
        }
        return document(result);
    }

    private static Document root(Document source, @Nullable Object expression) {
        Object result = Expressions.of(source).evaluate(expression);
        if (result instanceof Document document) {
            return document;
        }
        throw ServerErrors.location(
                40228,
                "'newRoot' expression must evaluate to an object, but resulting value was "
                        + (result instanceof Missing ? "missing" : result));
    }

    private static Document document(@Nullable Object argument) {
        if (argument instanceof Document document) {
            return document;
        }
        throw ServerErrors.failedToParse("the specification of this stage must be an object");
    }

    /** Turns one stream of documents into another. */
    @FunctionalInterface
    interface Stage {
        Stream<Document> apply(Stream<Document> documents);
    }
}
