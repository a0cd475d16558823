package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a logged event the way a change stream with these options shows it. */
final class EventRenderer {
    private final String fullDocument;
    private final String beforeChange;
    private final Function<ChangeEvent, @Nullable Document> currentDocument;

    /**
     * @param options the argument of {@code $changeStream}
     * @param currentDocument looks a document up as it is now, for {@code updateLookup}
     */
    EventRenderer(Document options, Function<ChangeEvent, @Nullable Document> currentDocument) {
        this.fullDocument = text(options, "fullDocument", "default");
        this.beforeChange = text(options, "fullDocumentBeforeChange", "off");
        this.currentDocument = currentDocument;
    }

    private static String text(Document options, String name, String otherwise) {
        return options.get(name) instanceof String value ? value : otherwise;
    }

    Document render(LoggedEvent event) {
        ChangeEvent change = event.change();
        Document document = header(event, event.token(), change.operation());
        if (event.transaction() != null) {
            document.append("lsid", event.transaction().session());
            document.append("txnNumber", event.transaction().number());
        }
        addFullDocument(document, change);
        document.append("ns", namespace(change));
        if (change.renamedTo() != null) {
            document.append("to", change.renamedTo());
        }
        if (change.id() != null) {
            document.append("documentKey", new Document("_id", change.id()));
        }
        if (change.update() != null) {
            document.append("updateDescription", change.update());
        }
        addBeforeChange(document, change);
        return document;
    }

    /** The event that tells a client that the stream is at its end. */
    Document invalidate(LoggedEvent event) {
        ResumeToken token = ResumeToken.event(
                event.time(), event.operationIndex(), event.change().collectionId(), "invalidate", true);
        return header(event, token, "invalidate");
    }

    private static Document header(LoggedEvent event, ResumeToken token, String operation) {
        return new Document("_id", token.toDocument())
                .append("operationType", operation)
                .append("clusterTime", event.time())
                .append("wallTime", event.wallTime());
    }

    private static Document namespace(ChangeEvent change) {
        Document namespace = new Document("db", change.database());
        return change.collection().isEmpty() ? namespace : namespace.append("coll", change.collection());
    }

    private void addFullDocument(Document document, ChangeEvent change) {
        if (change.operation().equals("insert") || change.operation().equals("replace")) {
            document.append("fullDocument", change.after());
        } else if (change.operation().equals("update")) {
            switch (fullDocument) {
                case "updateLookup" -> document.append("fullDocument", currentDocument.apply(change));
                case "whenAvailable" -> document.append("fullDocument", change.imagesKept() ? change.after() : null);
                case "required" -> document.append("fullDocument", required(change, change.after(), "post-image"));
                default -> {}
            }
        }
    }

    private void addBeforeChange(Document document, ChangeEvent change) {
        if (change.before() == null) {
            return;
        }
        switch (beforeChange) {
            case "whenAvailable" ->
                document.append("fullDocumentBeforeChange", change.imagesKept() ? change.before() : null);
            case "required" ->
                document.append("fullDocumentBeforeChange", required(change, change.before(), "pre-image"));
            default -> {}
        }
    }

    private static @Nullable Document required(ChangeEvent change, @Nullable Document image, String kind) {
        if (!change.imagesKept()) {
            throw ServerErrors.noMatchingDocument("Change stream was configured to require a " + kind + " for all "
                    + change.operation() + " events, but the " + kind + " was not found for event");
        }
        return image;
    }
}
