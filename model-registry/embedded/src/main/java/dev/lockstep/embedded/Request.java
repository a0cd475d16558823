package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One command as a client sent it. */
record Request(String database, Document body) {
    /** The command's name in lower case, since the protocol takes any. */
    String command() {
        return key().toLowerCase(Locale.ROOT);
    }

    /** The value beside the command's name: in most commands the collection. */
    String collection() {
        Object value = body.get(key());
        if (value instanceof String name) {
            return name;
        }
        throw ServerErrors.badValue("collection name has invalid type in command " + key());
    }

    @Nullable
    Object argument() {
        return body.get(key());
    }

    Document document(String field) {
        return document(body, field);
    }

    /** A sub-document, empty if there is none. */
    static Document document(Document parent, String field) {
        return parent.get(field) instanceof Document document ? document : new Document();
    }

    @SuppressWarnings("unchecked")
    List<Document> documents(String field) {
        return body.get(field) instanceof List<?> list ? (List<Document>) list : List.of();
    }

    int integer(String field, int otherwise) {
        return body.get(field) instanceof Number number ? number.intValue() : otherwise;
    }

    boolean flag(String field) {
        return truth(body.get(field));
    }

    boolean ordered() {
        return !Boolean.FALSE.equals(body.get("ordered"));
    }

    static boolean truth(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() != 0 : Boolean.TRUE.equals(value);
    }

    private String key() {
        return body.keySet().iterator().next();
    }
}
