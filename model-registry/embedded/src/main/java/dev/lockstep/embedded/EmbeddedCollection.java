package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A collection that records each change of a document the moment it happens. Used only under the server's lock. Stored
 * documents change at their top level only; what lies below is never written to, so a shallow copy is a snapshot.
 */
final class EmbeddedCollection extends AbstractMongoCollection<Integer> {
    private final Map<Integer, Document> stored = new LinkedHashMap<>();
    private final ChangeRecorder recorder;
    private final IndexSpecs specs = new IndexSpecs();
    private final Document settings = new Document();
    private UpdateStyle style = UpdateStyle.replacement();
    private boolean takingBack;
    private int nextPosition;
    private int rewritten;

    EmbeddedCollection(
            EmbeddedDatabase database,
            String name,
            CollectionOptions options,
            CursorRegistry cursors,
            ChangeRecorder recorder) {
        super(database, name, options, cursors);
        this.recorder = recorder;
    }

    /** The indexes as their creators described them. */
    IndexSpecs specs() {
        return specs;
    }

    /** Options given to create and collMod. */
    Document settings() {
        return settings;
    }

    private boolean keepsImages() {
        return settings.get("changeStreamPreAndPostImages") instanceof Document images
                && Request.truth(images.get("enabled"));
    }

    private boolean isRecorded() {
        return !takingBack && !getCollectionName().startsWith("system.");
    }

    /** Snapshots of the documents that match, sorted, cut and projected. */
    List<Document> select(
            Document filter, @Nullable Document sort, int skip, int limit, @Nullable Document projection) {
        return live(filter, sort, skip, limit, projection).stream()
                .map(Document::clone)
                .toList();
    }

    @SuppressWarnings("NullAway") // the library takes null for no order and no projection
    private List<Document> live(
            Document filter, @Nullable Document sort, int skip, int limit, @Nullable Document projection) {
        return queryDocuments(filter, sort, skip, limit, 0, projection).collectDocuments();
    }

    Stream<Document> snapshots() {
        return stored.values().stream().map(Document::clone);
    }

    @Override
    protected boolean documentMatchesQuery(Document document, Document query) {
        return FilterMatcher.matches(document, query);
    }

    @Override
    protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        AccessPath.Candidates candidates = AccessPath.of(query, getIndexes(), idOrder(orderBy));
        if (candidates == null) {
            return matchDocuments(query, orderBy, skip, limit, batchSize, fields);
        }
        Stream<Document> documents =
                candidates.positions().stream().map(stored::get).filter(Objects::nonNull);
        Document order = candidates.inOrder() ? null : orderBy;
        return matchDocumentsFromStream(documents, query, order, skip, limit, batchSize, fields);
    }

    private static int idOrder(@Nullable Document orderBy) {
        return orderBy != null && orderBy.size() == 1 && orderBy.get("_id") instanceof Number direction
                ? direction.intValue()
                : 0;
    }

    @Override
    protected QueryResult matchDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        Stream<Document> documents = stored.values().stream();
        if (isNaturalDescending(orderBy)) {
            List<Document> reversed = new ArrayList<>(stored.values());
            Collections.reverse(reversed);
            documents = reversed.stream();
        }
        return matchDocumentsFromStream(documents, query, orderBy, skip, limit, batchSize, fields);
    }

    @Override
    public void addDocument(Document document) {
        super.addDocument(document);
        if (isRecorded()) {
            Document after = document.clone();
            recorder.record(
                    event("insert", document, after, null, null), () -> takeBack(() -> removeDocument(document)));
        }
    }

    @Override
    public void removeDocument(Document document) {
        Integer position = positionOf(document);
        if (position != null) {
            for (Index<Integer> index : getIndexes()) {
                if (index instanceof HashIndex hash) {
                    hash.remove(document, position);
                }
            }
        }
        super.removeDocument(document);
        if (isRecorded()) {
            Document before = document.clone();
            recorder.record(event("delete", document, null, before, null), () -> takeBack(() -> addDocument(before)));
        }
    }

    @Override
    public Document updateDocuments(
            Document selector, Document update, ArrayFilters filters, boolean multi, boolean upsert, Oplog oplog) {
        if (update.isEmpty() || !update.keySet().iterator().next().startsWith("$")) {
            return replace(selector, update, filters, multi, upsert, oplog);
        }
        style = UpdateStyle.operators(update);
        rewritten = 0;
        Document result = super.updateDocuments(selector, update, filters, multi, upsert, oplog);
        return result.append("nModified", rewritten); // the library takes 1 and 1L for the same
    }

    private Document replace(
            Document selector, Document update, ArrayFilters filters, boolean multi, boolean upsert, Oplog oplog) {
        if (multi) {
            throw ServerErrors.failedToParse("multi update is not supported for replacement-style update");
        }
        List<Document> matches = live(selector, null, 0, 1, null);
        if (matches.isEmpty()) {
            return super.updateDocuments(selector, update, filters, false, upsert, oplog);
        }
        boolean changed = rewrite(matches.get(0), update, UpdateStyle.replacement());
        return new Document("n", 1).append("nModified", changed ? 1 : 0);
    }

    /** Gives each matching document the content that the function makes of a copy of it. */
    Document rewriteAll(Document selector, boolean multi, UnaryOperator<Document> change, UpdateStyle how) {
        int matched = 0;
        int modified = 0;
        for (Document document : live(selector, null, 0, multi ? 0 : 1, null)) {
            matched++;
            if (rewrite(document, change.apply(document.clone()), how)) {
                modified++;
            }
        }
        return new Document("n", matched).append("nModified", modified);
    }

    private boolean rewrite(Document document, Document content, UpdateStyle how) {
        Document after = withId(document, content);
        if (after.equals(document)) {
            return false;
        }
        Document before = document.clone();
        getIndexes().forEach(index -> index.checkUpdate(before, after, this));
        Integer position = Objects.requireNonNull(positionOf(before));
        getIndexes().forEach(index -> index.updateInPlace(before, after, position, this));
        document.clear();
        document.putAll(after);
        style = how;
        handleUpdate(position, before, document);
        return true;
    }

    private static Document withId(Document document, Document content) {
        Object id = document.get("_id");
        if (content.containsKey("_id") && !Objects.equals(content.get("_id"), id)) {
            throw ServerErrors.immutableField(
                    "After applying the update, the (immutable) field '_id' was found to have been altered to _id: "
                            + content.get("_id"));
        }
        Document after = new Document("_id", id);
        after.putAll(content);
        return after;
    }

    @Override
    protected void handleUpdate(Integer position, Document before, Document after) {
        rewritten++;
        if (!isRecorded()) {
            return;
        }
        Document image = after.clone();
        ChangeEvent event = style.isReplacement()
                ? event("replace", after, image, before, null)
                : event("update", after, image, before, DocumentDiff.describe(before, image, style));
        recorder.record(event, () -> takeBack(() -> restore(before)));
    }

    private void restore(Document content) {
        Integer position = Objects.requireNonNull(positionOf(content));
        Document document = Objects.requireNonNull(stored.get(position));
        Document current = document.clone();
        getIndexes().forEach(index -> index.updateInPlace(current, content, position, this));
        document.clear();
        document.putAll(content);
    }

    private void takeBack(Runnable inverse) {
        takingBack = true;
        try {
            inverse.run();
        } finally {
            takingBack = false;
        }
    }

    private ChangeEvent event(
            String operation,
            Document document,
            @Nullable Document after,
            @Nullable Document before,
            @Nullable Document update) {
        return new ChangeEvent(
                operation,
                getDatabaseName(),
                getCollectionName(),
                getUuid(),
                document.get("_id"),
                after,
                before,
                keepsImages(),
                update,
                null);
    }

    private @Nullable Integer positionOf(Document document) {
        return getIndexes().isEmpty()
                ? findDocumentPosition(document)
                : getIndexes().get(0).getPosition(document);
    }

    @Override
    protected boolean tracksDataSize() {
        return false;
    }

    @Override
    protected void updateDataSize(int delta) {
        // not tracked: see getDataSize
    }

    @Override
    protected int getDataSize() {
        return 0;
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
        int position = nextPosition++;
        stored.put(position, document);
        return position;
    }

    @Override
    protected Document getDocument(Integer position) {
        return Objects.requireNonNullElseGet(stored.get(position), Document::new);
    }

    @Override
    protected void removeDocument(Integer position) {
        stored.remove(position);
    }

    @Override
    protected Stream<DocumentWithPosition<Integer>> streamAllDocumentsWithPosition() {
        Map<Integer, Document> copy = new HashMap<>(stored);
        return copy.entrySet().stream().map(entry -> new DocumentWithPosition<>(entry.getValue(), entry.getKey()));
    }

    @Override
    public int count() {
        return stored.size();
    }

    @Override
    public void drop() {
        getIndexes().clear();
        super.drop();
    }
}
