package dev.lockstep.connectors.mongodb;

import com.mongodb.ConnectionString;
import dev.lockstep.registry.StoreName;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one MongoDB store.
 *
 * @param uri the connection string; holds credentials, never shown
 * @param database the one database whose collections are meant, or {@code null}: then collections are written
 *     {@code database.collection} and the whole deployment is watched
 * @param labelPrefix the attribute that holds the labels in every copy
 * @param connectTimeout to open a connection
 * @param selectionTimeout to find a primary
 * @param readTimeout to wait for one answer
 * @param writePage copies that one call writes, about; more are written in several calls
 */
record MongoSettings(
        ConnectionString uri,
        @Nullable String database,
        String labelPrefix,
        Duration connectTimeout,
        Duration selectionTimeout,
        Duration readTimeout,
        int writePage) {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "uri",
            "database",
            "label-prefix",
            "connect-timeout",
            "server-selection-timeout",
            "read-timeout",
            "write-page"));
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,62}");
    private static final Pattern DATABASE = Pattern.compile("[^/\\\\. \"$\\x00]{1,63}");
    private static final Pattern SIMPLE_DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    /** Reads the settings; throws IllegalArgumentException that names all problems at once. */
    static MongoSettings parse(StoreName store, Map<String, String> settings) {
        Reader reader = new Reader(settings);
        reader.refuseUnknown();
        ConnectionString uri = reader.uri();
        String database = reader.matching("database", uri == null ? null : uri.getDatabase(), DATABASE);
        String prefix = reader.matching("label-prefix", "_lockstep", PREFIX);
        Duration connect = reader.duration("connect-timeout", Duration.ofSeconds(10));
        Duration selection = reader.duration("server-selection-timeout", Duration.ofSeconds(10));
        Duration read = reader.duration("read-timeout", Duration.ofSeconds(60));
        int page = reader.number("write-page", 5_000, 1, 100_000);
        if (!reader.problems.isEmpty() || uri == null || prefix == null) {
            throw new IllegalArgumentException("Could not use the settings of store " + store + ": "
                    + String.join("; ", reader.problems) + ". A store of kind mongodb takes " + KNOWN + ".");
        }
        return new MongoSettings(uri, database, prefix, connect, selection, read, page);
    }

    /** Where the store is, without credentials. */
    String address() {
        return "mongodb://" + String.join(",", uri.getHosts()) + (database == null ? "" : "/" + database);
    }

    @Override
    public String toString() {
        return address();
    }

    private static final class Reader {
        private final Map<String, String> settings;
        private final List<String> problems = new ArrayList<>();

        Reader(Map<String, String> settings) {
            this.settings = settings;
        }

        void refuseUnknown() {
            Set<String> unknown = new TreeSet<>(settings.keySet());
            unknown.removeAll(KNOWN);
            unknown.forEach(name -> problems.add(name + " is not a setting"));
        }

        @Nullable
        ConnectionString uri() {
            String text = settings.get("uri");
            if (text == null || text.isBlank()) {
                problems.add("uri is missing, such as mongodb://host:27017/database?replicaSet=rs0");
                return null;
            }
            try {
                return new ConnectionString(text.strip());
            } catch (IllegalArgumentException malformed) {
                problems.add("uri is not a MongoDB connection string (its text is not shown, it may hold a password)");
                return null;
            }
        }

        @Nullable
        String matching(String name, @Nullable String otherwise, Pattern pattern) {
            String text = settings.get(name);
            if (text == null) {
                return otherwise;
            }
            if (!pattern.matcher(text).matches()) {
                problems.add(name + " may not be \"" + text + "\": it must match " + pattern.pattern());
            }
            return text;
        }

        Duration duration(String name, Duration otherwise) {
            String text = settings.get(name);
            if (text == null) {
                return otherwise;
            }
            Duration parsed = parseDuration(text.strip());
            if (parsed == null || parsed.isNegative() || parsed.isZero()) {
                problems.add(name + " may not be \"" + text + "\": it is a time such as 500ms, 10s or PT1M");
                return otherwise;
            }
            return parsed;
        }

        int number(String name, int otherwise, int least, int most) {
            String text = settings.get(name);
            if (text == null) {
                return otherwise;
            }
            try {
                int number = Integer.parseInt(text.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException malformed) {
                // told below, like a number out of range
            }
            problems.add(name + " may not be \"" + text + "\": it is a number from " + least + " to " + most);
            return otherwise;
        }

        private static @Nullable Duration parseDuration(String text) {
            Matcher simple = SIMPLE_DURATION.matcher(text);
            if (simple.matches()) {
                long number = Long.parseLong(simple.group(1));
                return switch (simple.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    default -> Duration.ofMinutes(number);
                };
            }
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException malformed) {
                return null;
            }
        }
    }
}
