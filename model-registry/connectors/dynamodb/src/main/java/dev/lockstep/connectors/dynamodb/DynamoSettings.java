package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.StoreName;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one DynamoDB store: the tables of one account in one region.
 *
 * @param region the region, or {@code null} for the one of the SDK's default chain
 * @param endpoint another server that speaks the protocol, or {@code null} for the service
 * @param anyCredentials true for such a server when it takes any; else the SDK's default chain is asked
 * @param labelPrefix how the names of the label attributes begin
 * @param writePage copies that one call writes, at most
 * @param inFlight writes of one call that are under way at once
 * @param shardPoll how often a shard is asked, at most; the service allows 5 calls a second for all readers of a shard
 * @param timeout to wait for one answer, retries of the SDK included
 */
record DynamoSettings(
        @Nullable String region,
        @Nullable URI endpoint,
        boolean anyCredentials,
        String labelPrefix,
        int writePage,
        int inFlight,
        Duration shardPoll,
        Duration timeout) {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "region", "endpoint", "credentials", "label-prefix", "write-page", "in-flight", "shard-poll", "timeout"));
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{2,40}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,62}");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    /** Reads the settings; throws IllegalArgumentException that names all problems at once. */
    static DynamoSettings parse(StoreName store, Map<String, String> settings) {
        Reader reader = new Reader(settings);
        reader.refuseUnknown();
        String region = reader.matching("region", null, REGION);
        URI endpoint = reader.endpoint();
        boolean any = reader.anyCredentials(endpoint);
        String prefix = reader.matching("label-prefix", "_lockstep", PREFIX);
        int page = reader.number("write-page", 500, 1, 10_000);
        int inFlight = reader.number("in-flight", 64, 1, 1_000);
        Duration poll = reader.duration("shard-poll", Duration.ofMillis(250));
        Duration timeout = reader.duration("timeout", Duration.ofSeconds(30));
        if (!reader.problems.isEmpty() || prefix == null) {
            throw new IllegalArgumentException("Could not use the settings of store " + store + ": "
                    + String.join("; ", reader.problems) + ". A store of kind dynamodb takes " + KNOWN + ".");
        }
        return new DynamoSettings(region, endpoint, any, prefix, page, inFlight, poll, timeout);
    }

    /** True when the server is not the service itself. */
    boolean isElsewhere() {
        return endpoint != null && !String.valueOf(endpoint.getHost()).matches(".*\\.amazonaws\\.com(\\.cn)?");
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
        URI endpoint() {
            String text = settings.get("endpoint");
            if (text == null) {
                return null;
            }
            try {
                URI uri = new URI(text.strip());
                if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                    return uri;
                }
            } catch (URISyntaxException malformed) {
                // told below, like an address without a host
            }
            problems.add("endpoint may not be \"" + text + "\": it is an address such as http://127.0.0.1:8000");
            return null;
        }

        boolean anyCredentials(@Nullable URI endpoint) {
            String text = settings.getOrDefault("credentials", "default");
            if (!text.equals("default") && !text.equals("any")) {
                problems.add(
                        "credentials may not be \"" + text + "\": it is default (the chain of the AWS SDK) or any");
            } else if (text.equals("any") && endpoint == null) {
                problems.add("credentials: any goes with an endpoint only; the service wants real ones");
            }
            return text.equals("any");
        }

        @Nullable
        String matching(String name, @Nullable String otherwise, Pattern pattern) {
            String text = settings.get(name);
            if (text != null && !pattern.matcher(text).matches()) {
                problems.add(name + " may not be \"" + text + "\": it must match " + pattern.pattern());
            }
            return text == null ? otherwise : text;
        }

        int number(String name, int otherwise, int least, int most) {
            String text = settings.get(name);
            if (text == null) {
                return otherwise;
            }
            if (text.strip().matches("[0-9]{1,9}")) {
                int number = Integer.parseInt(text.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            }
            problems.add(name + " may not be \"" + text + "\": it is a number from " + least + " to " + most);
            return otherwise;
        }

        Duration duration(String name, Duration otherwise) {
            String text = settings.get(name);
            if (text == null) {
                return otherwise;
            }
            Matcher matcher = DURATION.matcher(text.strip());
            if (matcher.matches() && Long.parseLong(matcher.group(1)) > 0) {
                long number = Long.parseLong(matcher.group(1));
                return switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    default -> Duration.ofMinutes(number);
                };
            }
            problems.add(name + " may not be \"" + text + "\": it is a time such as 250ms or 10s");
            return otherwise;
        }
    }
}
