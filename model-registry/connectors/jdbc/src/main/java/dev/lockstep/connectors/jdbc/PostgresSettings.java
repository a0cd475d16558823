package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.StoreName;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * The settings of one PostgreSQL store.
 *
 * @param url the JDBC URL of one database; may hold credentials, never shown
 * @param user who reads, {@code null} when the URL says it
 * @param password the password, {@code null} when none is needed or the URL has it
 * @param schema where tables without a schema in their name are
 * @param slot the replication slot of the stream
 * @param publication the publication of the stream
 * @param heartbeat how often the stream moves on while nothing changes
 * @param poolSize connections for reads, at most
 * @param connectTimeout to open a connection, and to wait for one
 * @param readTimeout to wait for one answer
 */
record PostgresSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        String schema,
        String slot,
        String publication,
        Duration heartbeat,
        int poolSize,
        Duration connectTimeout,
        Duration readTimeout) {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "url",
            "user",
            "password",
            "schema",
            "slot",
            "publication",
            "heartbeat",
            "pool-size",
            "connect-timeout",
            "read-timeout"));
    private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");
    private static final Pattern NAME = Pattern.compile("[^\\x00]{1,63}");
    private static final Pattern SIMPLE_DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    /** Reads the settings; throws IllegalArgumentException that names all problems at once. */
    static PostgresSettings parse(StoreName store, Map<String, String> settings) {
        Reader reader = new Reader(settings);
        reader.refuseUnknown();
        String url = reader.url();
        String otherwise = "lockstep_" + store.toString().replace('-', '_');
        PostgresSettings parsed = new PostgresSettings(
                url,
                settings.get("user"),
                settings.get("password"),
                reader.matching("schema", "public", NAME),
                reader.matching("slot", otherwise, SLOT),
                reader.matching("publication", otherwise, NAME),
                reader.duration("heartbeat", Duration.ofSeconds(2)),
                reader.poolSize(),
                reader.duration("connect-timeout", Duration.ofSeconds(10)),
                reader.duration("read-timeout", Duration.ofSeconds(60)));
        if (!reader.problems.isEmpty()) {
            throw new IllegalArgumentException("Could not use the settings of store " + store + ": "
                    + String.join("; ", reader.problems) + ". A store of kind postgresql takes " + KNOWN + ".");
        }
        return parsed;
    }

    /** Where the store is, without credentials. */
    String address() {
        Properties parts = parts(url);
        return "postgresql://" + parts.getProperty("PGHOST") + ":" + parts.getProperty("PGPORT") + "/"
                + parts.getProperty("PGDBNAME");
    }

    /** All of them by name, with the defaults, for the capture module. */
    Map<String, String> complete() {
        Map<String, String> all = new TreeMap<>();
        all.put("url", url);
        if (user != null) {
            all.put("user", user);
        }
        if (password != null) {
            all.put("password", password);
        }
        all.put("schema", schema);
        all.put("slot", slot);
        all.put("publication", publication);
        all.put("heartbeat", heartbeat.toString());
        all.put("connect-timeout", connectTimeout.toString());
        all.put("read-timeout", readTimeout.toString());
        return all;
    }

    private static Properties parts(String url) {
        Properties parts = Driver.parseURL(url, new Properties());
        return parts == null ? new Properties() : parts;
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

        String url() {
            String text = settings.getOrDefault("url", "").strip();
            if (text.isEmpty()) {
                problems.add("url is missing, such as jdbc:postgresql://host:5432/database");
            } else if (!text.startsWith("jdbc:postgresql:") || parts(text).isEmpty()) {
                problems.add("url is not a PostgreSQL JDBC URL (its text is not shown, it may hold a password)");
            }
            return text;
        }

        String matching(String name, String otherwise, Pattern pattern) {
            String text = settings.getOrDefault(name, otherwise);
            if (!pattern.matcher(text).matches()) {
                problems.add(name + " may not be \"" + text + "\": it must match " + pattern.pattern());
            }
            return text;
        }

        int poolSize() {
            String text = settings.getOrDefault("pool-size", "8").strip();
            if (!text.matches("[1-9][0-9]{0,2}")) {
                problems.add("pool-size may not be \"" + text + "\": it is a number from 1 to 999");
                return 1;
            }
            return Integer.parseInt(text);
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
