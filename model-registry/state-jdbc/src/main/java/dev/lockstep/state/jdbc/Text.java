package dev.lockstep.state.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** How keys, texts for people and times are written to columns. */
final class Text {
    private static final int LONGEST = 100_000;

    private Text() {}

    /** One fixed-width key for a unique index, whatever the length of its parts: SHA-256 in hexadecimal. */
    static String hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A text for people: without the character that PostgreSQL refuses, and cut where it is very long. */
    static String readable(String text) {
        String clean = text.replace('\0', '\uFFFD');
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }

    static @Nullable String readableOrNull(@Nullable String text) {
        return text == null ? null : readable(text);
    }

    /** Microseconds, which both databases keep exactly. */
    static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    static OffsetDateTime column(Instant time) {
        return micros(time).atOffset(ZoneOffset.UTC);
    }

    static @Nullable OffsetDateTime columnOrNull(@Nullable Instant time) {
        return time == null ? null : column(time);
    }
}
