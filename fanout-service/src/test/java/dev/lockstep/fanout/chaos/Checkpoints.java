package dev.lockstep.fanout.chaos;

import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.Document;

/** Looks into the dead service's state store with plain JDBC, while no service runs. */
final class Checkpoints {
    /** A resume token of MongoDB begins with 82 and the cluster time, 16 hexadecimal digits. */
    private static final Pattern TOKEN = Pattern.compile("82([0-9a-fA-F]{16})");

    private static final int HEX = 16;

    private final Path state;

    Checkpoints(Path state) {
        this.state = state;
    }

    /** The cluster time up to which everything was durable by the checkpoint, as 16 hexadecimal digits; or empty. */
    String durable() {
        return first("SELECT resume_after FROM lockstep_checkpoint", text -> {
            Matcher token = TOKEN.matcher(text);
            return token.find() ? token.group(1).toLowerCase(Locale.ROOT) : "";
        });
    }

    /** Open gaps, dead letters, findings and waiting keys. */
    String open() {
        return "gaps " + first("SELECT COUNT(*) FROM lockstep_gap WHERE closed_at IS NULL", text -> text)
                + ", dead letters "
                + first("SELECT COUNT(*) FROM lockstep_dead_letter WHERE closed_at IS NULL", text -> text)
                + ", findings " + first("SELECT COUNT(*) FROM lockstep_finding WHERE closed_at IS NULL", text -> text)
                + ", waiting keys " + first("SELECT COUNT(*) FROM lockstep_waiting_key", text -> text);
    }

    private interface Reading {
        String of(String text);
    }

    private String first(String query, Reading reading) {
        String url = "jdbc:h2:file:" + state.toAbsolutePath().resolve("lockstep") + ";IFEXISTS=TRUE";
        try (Connection connection = DriverManager.getConnection(url, "lockstep", password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? reading.of(rows.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String password() {
        try {
            return Files.readString(state.resolve("lockstep.password")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies that hold an event write which the checkpoint does not cover: the kill came between the two. */
    static long writtenAfter(String durable, MongoCollection<Document> orders) {
        long copies = 0;
        for (Document order : orders.find()) {
            BsonDocument label = Observer.label(order.toBsonDocument());
            if (label != null && !label.containsKey("n")) {
                String version = label.getString("v").getValue();
                String position = version.substring(version.lastIndexOf(':') + 1);
                copies += position.length() > HEX && position.substring(0, HEX).compareTo(durable) > 0 ? 1 : 0;
            }
        }
        return copies;
    }
}
