package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands about databases and collections. */
final class CatalogCommands {
    private static final Set<String> NOT_OPTIONS = Set.of(
            "create",
            "collMod",
            "lsid",
            "$db",
            "$clusterTime",
            "$readPreference",
            "writeConcern",
            "comment",
            "txnNumber");

    private final Databases databases;

    CatalogCommands(Databases databases) {
        this.databases = databases;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("create", this::create);
        commands.put("collmod", this::modify);
        commands.put("drop", this::drop);
        commands.put("dropdatabase", this::dropDatabase);
        commands.put("renamecollection", this::rename);
        commands.put("listcollections", this::listCollections);
        commands.put("listdatabases", this::listDatabases);
        commands.put("collstats", this::collectionStatistics);
        commands.put("dbstats", this::databaseStatistics);
        commands.put("validate", request -> existing(request).validate());
    }

    private EmbeddedCollection existing(Request request) {
        EmbeddedCollection collection = databases.collection(request.database(), request.collection());
        if (collection == null) {
            throw ServerErrors.namespaceNotFound(
                    "ns does not exist: " + request.database() + "." + request.collection());
        }
        return collection;
    }

    private Document create(Request request) {
        if (request.flag("capped")
                || request.body().containsKey("timeseries")
                || request.body().containsKey("viewOn")) {
            throw ServerErrors.notImplemented("A capped collection, a time series or a view");
        }
        Collations.check(request.body().get("collation"));
        takeSettings(request, databases.open(request.database()).create(request.collection()));
        return Replies.ok();
    }

    private static void takeSettings(Request request, EmbeddedCollection collection) {
        request.body().forEach((name, value) -> {
            if (!NOT_OPTIONS.contains(name) && !name.equals("index")) {
                collection.settings().put(name, value);
            }
        });
    }

    private Document modify(Request request) {
        EmbeddedCollection collection = existing(request);
        Document change = request.document("index");
        if (!change.isEmpty()) {
            Document spec = change.get("name") instanceof String name
                    ? collection.specs().named(name)
                    : collection.specs().withKey(Request.document(change, "keyPattern"));
            if (spec == null) {
                throw ServerErrors.indexNotFound("cannot find index " + change + " for ns " + collection.getFullName());
            }
            change.forEach((option, value) -> {
                if (!option.equals("name") && !option.equals("keyPattern")) {
                    spec.put(option, value);
                }
            });
        }
        takeSettings(request, collection);
        return Replies.ok();
    }

    private Document drop(Request request) {
        EmbeddedCollection collection = databases.collection(request.database(), request.collection());
        if (collection == null) {
            return Replies.ok();
        }
        int indexes = collection.specs().size();
        String namespace = collection.getFullName();
        databases.open(request.database()).drop(collection);
        return Replies.ok(new Document("nIndexesWas", indexes).append("ns", namespace));
    }

    private Document dropDatabase(Request request) {
        databases.drop(request.database());
        return Replies.ok(new Document("dropped", request.database()));
    }

    private Document rename(Request request) {
        String from = request.collection();
        String to = String.valueOf(request.body().get("to"));
        EmbeddedCollection source = databases.collection(database(from), collection(from));
        if (source == null) {
            throw ServerErrors.namespaceNotFound("Source collection " + from + " does not exist");
        }
        EmbeddedDatabase target = databases.open(database(to));
        EmbeddedCollection inTheWay = target.collection(collection(to));
        if (inTheWay != null) {
            if (!request.flag("dropTarget")) {
                throw new MongoServerError(48, "NamespaceExists", "target namespace exists");
            }
            target.drop(inTheWay);
        }
        target.receive(databases.open(database(from)), source, collection(to));
        return Replies.ok();
    }

    private static String database(String namespace) {
        return namespace.substring(0, namespace.indexOf('.'));
    }

    private static String collection(String namespace) {
        return namespace.substring(namespace.indexOf('.') + 1);
    }

    private Document listCollections(Request request) {
        EmbeddedDatabase database = databases.open(request.database());
        List<Document> found = new ArrayList<>();
        for (String name : database.collectionNames()) {
            Document description = describe(database.collectionOrCreate(name));
            if (FilterMatcher.matches(description, request.document("filter"))) {
                found.add(description);
            }
        }
        return Replies.singleBatch(request.database() + ".$cmd.listCollections", found);
    }

    private static Document describe(EmbeddedCollection collection) {
        return new Document("name", collection.getCollectionName())
                .append("type", "collection")
                .append("options", collection.settings().clone())
                .append("info", new Document("readOnly", false).append("uuid", collection.getUuid()))
                .append("idIndex", collection.specs().all().get(0));
    }

    private Document listDatabases(Request request) {
        List<Document> found = new ArrayList<>();
        for (String name : databases.names()) {
            Document description = new Document("name", name);
            if (!request.flag("nameOnly")) {
                description.append("sizeOnDisk", 0L).append("empty", false);
            }
            if (FilterMatcher.matches(description, request.document("filter"))) {
                found.add(description);
            }
        }
        return Replies.ok(
                new Document("databases", found).append("totalSize", 0L).append("totalSizeMb", 0L));
    }

    private Document collectionStatistics(Request request) {
        EmbeddedCollection collection = databases.collection(request.database(), request.collection());
        String namespace = request.database() + "." + request.collection();
        int count = collection == null ? 0 : collection.count();
        int indexes = collection == null ? 0 : collection.specs().size();
        return Replies.ok(new Document("ns", namespace)
                .append("count", count)
                .append("size", 0)
                .append("avgObjSize", 0)
                .append("storageSize", 0)
                .append("nindexes", indexes)
                .append("totalIndexSize", 0));
    }

    private Document databaseStatistics(Request request) {
        EmbeddedDatabase database = databases.open(request.database());
        List<EmbeddedCollection> collections = database.collectionNames().stream()
                .map(database::collectionOrCreate)
                .toList();
        return Replies.ok(new Document("db", request.database())
                .append("collections", collections.size())
                .append("views", 0)
                .append(
                        "objects",
                        collections.stream().mapToInt(EmbeddedCollection::count).sum())
                .append("dataSize", 0)
                .append("storageSize", 0)
                .append(
                        "indexes",
                        collections.stream()
                                .mapToInt(each -> each.specs().size())
                                .sum())
                .append("indexSize", 0));
    }
}
