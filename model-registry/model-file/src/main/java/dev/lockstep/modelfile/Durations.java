package dev.lockstep.modelfile;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them, {@code 500ms}, {@code 5s}, {@code 5m}, {@code 24h}, {@code 1d}, and as ISO 8601 does.
 */
final class Durations {
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final Pattern SHORT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Durations() {}

    /** The duration; empty when the text is none, or it is not above zero, or over ten years. */
    static Optional<Duration> parse(String text) {
        return any(text.strip()).filter(d -> !d.isNegative() && !d.isZero() && d.compareTo(LONGEST) <= 0);
    }

    private static Optional<Duration> any(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            return Optional.ofNullable(UNITS.get(matcher.group(2)))
                    .map(unit -> unit.multipliedBy(Long.parseLong(matcher.group(1))));
        }
        if (!text.toUpperCase(Locale.ROOT).startsWith("P")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.parse(text));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** The one written form: the largest unit that divides it; ISO 8601 below a millisecond. */
    static String format(Duration duration) {
        for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
            Duration one = UNITS.getOrDefault(unit, Duration.ZERO);
            if (one.multipliedBy(duration.dividedBy(one)).equals(duration)) {
                return duration.dividedBy(one) + unit;
            }
        }
        return duration.toString();
    }
}
