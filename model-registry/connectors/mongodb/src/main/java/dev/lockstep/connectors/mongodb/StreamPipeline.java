package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoNamespace;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What the server filters and cuts before anything crosses the wire: only the subscribed collections, of updates only
 * those that touch a watched path (or one around it, or inside it), and of documents and updates only watched paths.
 */
final class StreamPipeline {
    /** The server refuses longer ones (32,764 bytes): then nothing is filtered by path. */
    private static final int LONGEST_REGEX = 8_000;

    private final Databases databases;

    StreamPipeline(Databases databases) {
        this.databases = databases;
    }

    List<BsonDocument> stages(Subscription subscription) {
        BsonArray wanted = new BsonArray();
        Set<FieldPath> all = new LinkedHashSet<>();
        subscription.collections().forEach((collection, interest) -> {
            MongoNamespace namespace = databases.namespace(collection);
            Set<FieldPath> paths = watched(interest);
            all.addAll(paths);
            wanted.add(of(namespace, paths));
            wanted.add(new BsonDocument("to.db", text(namespace.getDatabaseName()))
                    .append("to.coll", text(namespace.getCollectionName())));
        });
        wanted.add(new BsonDocument(
                "operationType", new BsonDocument("$in", texts(List.of("dropDatabase", "invalidate")))));
        return List.of(
                new BsonDocument("$match", new BsonDocument("$or", wanted)),
                new BsonDocument("$project", projection(all)));
    }

    private Set<FieldPath> watched(Interest interest) {
        Set<FieldPath> paths = new LinkedHashSet<>(interest.paths());
        if (interest.labels()) {
            paths.add(FieldPath.of(databases.settings().labelPrefix()));
        }
        return paths;
    }

    private static BsonDocument of(MongoNamespace namespace, Set<FieldPath> paths) {
        BsonDocument notAnUpdate = new BsonDocument("operationType", new BsonDocument("$ne", text("update")));
        String regex = regex(paths);
        BsonDocument touching = regex.length() > LONGEST_REGEX
                ? new BsonDocument("operationType", text("update"))
                : new BsonDocument("$expr", touches(regex));
        return new BsonDocument("ns.db", text(namespace.getDatabaseName()))
                .append("ns.coll", text(namespace.getCollectionName()))
                .append("$or", new BsonArray(List.of(notAnUpdate, touching)));
    }

    private static BsonDocument touches(String regex) {
        BsonDocument set = anyMatches(
                new BsonDocument("$objectToArray", orElse("$updateDescription.updatedFields", new BsonDocument())),
                "$$item.k",
                regex);
        BsonDocument removed = anyMatches(orElse("$updateDescription.removedFields", new BsonArray()), "$$item", regex);
        BsonDocument truncated =
                anyMatches(orElse("$updateDescription.truncatedArrays", new BsonArray()), "$$item.field", regex);
        return new BsonDocument("$or", new BsonArray(List.of(set, removed, truncated)));
    }

    private static BsonDocument anyMatches(BsonValue input, String text, String regex) {
        return new BsonDocument(
                "$gt", new BsonArray(List.of(new BsonDocument("$size", filter(input, text, regex)), new BsonInt32(0))));
    }

    private static BsonDocument filter(BsonValue input, String text, String regex) {
        BsonDocument matches =
                new BsonDocument("$regexMatch", new BsonDocument("input", text(text)).append("regex", text(regex)));
        return new BsonDocument(
                "$filter",
                new BsonDocument("input", input).append("as", text("item")).append("cond", matches));
    }

    private static BsonDocument projection(Set<FieldPath> paths) {
        BsonDocument project = new BsonDocument();
        for (String part : List.of("operationType", "clusterTime", "wallTime", "ns", "to", "txnNumber")) {
            project.put(part, new BsonInt32(1));
        }
        project.put("documentKey._id", new BsonInt32(1));
        project.putAll(Projections.including("fullDocument.", paths));
        project.putAll(Projections.including("fullDocumentBeforeChange.", paths));
        project.put("updateDescription.removedFields", new BsonInt32(1));
        project.put("updateDescription.truncatedArrays", new BsonInt32(1));
        String regex = regex(paths);
        if (regex.length() > LONGEST_REGEX) {
            return project.append("updateDescription.updatedFields", new BsonInt32(1));
        }
        BsonDocument entries = filter(
                new BsonDocument("$objectToArray", orElse("$updateDescription.updatedFields", new BsonDocument())),
                "$$item.k",
                regex);
        project.put("updateDescription.updatedFields", new BsonDocument("$arrayToObject", entries));
        return project;
    }

    /**
     * Matches the dotted names that overlap one of the paths. Names with dots make it match too much, never too little.
     */
    static String regex(Set<FieldPath> paths) {
        List<String> alternatives = new ArrayList<>();
        for (FieldPath path : Projections.outermost(paths)) {
            alternatives.add(escape(Paths.loose(path)) + "(?:\\..*)?");
            for (int length = 1; length < path.segments().size(); length++) {
                alternatives.add(
                        escape(Paths.loose(new FieldPath(path.segments().subList(0, length)))));
            }
            if (!Paths.isPlain(path)) {
                String[] parts = Paths.loose(path).split("\\.", -1);
                for (int length = 1; length < parts.length; length++) {
                    alternatives.add(escape(String.join(".", List.of(parts).subList(0, length))));
                }
            }
        }
        return alternatives.stream().distinct().collect(Collectors.joining("|", "^(?s)(?:", ")\\z"));
    }

    private static String escape(String name) {
        StringBuilder escaped = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (c < 128 && !Character.isLetterOrDigit(c) && c != '_') {
                escaped.append('\\');
            }
            escaped.appendCodePoint(c);
        });
        return escaped.toString();
    }

    private static BsonDocument orElse(String field, BsonValue otherwise) {
        return new BsonDocument("$ifNull", new BsonArray(List.of(text(field), otherwise)));
    }

    private static BsonArray texts(List<String> values) {
        return new BsonArray(values.stream().map(BsonString::new).toList());
    }

    private static BsonString text(String value) {
        return new BsonString(value);
    }
}
