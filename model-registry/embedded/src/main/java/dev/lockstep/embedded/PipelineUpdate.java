package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** An update written as a pipeline. */
final class PipelineUpdate implements UnaryOperator<Document> {
    private static final Set<String> ALLOWED =
            Set.of("$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith");

    private final Pipeline pipeline;

    PipelineUpdate(List<Document> stages) {
        for (Document stage : stages) {
            if (!ALLOWED.containsAll(stage.keySet())) {
                throw ServerErrors.location(72, stage.keySet() + " is not allowed to be used within an update");
            }
        }
        this.pipeline = Pipeline.perDocument(stages);
    }

    @Override
    public Document apply(Document document) {
        return pipeline.run(Stream.of(document)).findFirst().orElseThrow();
    }
}
