package dev.lockstep.connectors.debezium;

import dev.lockstep.change.ResumePoint;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Debezium's offset of one record: the JSON text that its offset storage would keep, which is the resume point too.
 *
 * @param json a flat JSON object
 */
record Offset(String json) {
    private static final Pattern LSN = Pattern.compile("\"lsn\":([0-9]+)");

    static Offset of(ResumePoint point) {
        return new Offset(point.token());
    }

    /** The offset from which everything after this place in the log comes. */
    static Offset at(long lsn) {
        return of(Map.of("lsn", lsn, "ts_usec", 0L));
    }

    static Offset of(Map<String, ?> offset) {
        StringBuilder json = new StringBuilder("{");
        new TreeMap<String, Object>(offset).forEach((name, value) -> {
            if (value instanceof Number || value instanceof Boolean) {
                json.append(json.length() > 1 ? "," : "")
                        .append('"')
                        .append(name)
                        .append("\":")
                        .append(value);
            } else if (value instanceof String text && text.matches("[A-Za-z0-9_./: -]*")) {
                json.append(json.length() > 1 ? "," : "")
                        .append('"')
                        .append(name)
                        .append("\":\"")
                        .append(text)
                        .append('"');
            }
        });
        return new Offset(json.append('}').toString());
    }

    ResumePoint point() {
        return new ResumePoint(json);
    }

    /** Its place in the log. */
    long lsn() {
        Matcher matcher = LSN.matcher(json);
        if (!matcher.find()) {
            throw new IllegalArgumentException("not an offset of PostgreSQL: " + json);
        }
        return Long.parseLong(matcher.group(1));
    }

    byte[] bytes() {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
