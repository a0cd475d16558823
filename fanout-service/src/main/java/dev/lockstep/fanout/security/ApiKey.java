package dev.lockstep.fanout.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one API key, kept as its SHA-256 and compared in constant time. */
final class ApiKey {
    static final int SHORTEST = 16;

    private final byte[] digest;
    private final String name;

    /** A key of at least {@value #SHORTEST} characters, known in the audit by {@code name}. */
    ApiKey(String key, String name) {
        if (key.length() < SHORTEST) {
            throw new StartRefused(
                    "The API key has fewer than " + SHORTEST + " characters.",
                    "Set LOCKSTEP_API_KEY to a long random text, such as the output of: openssl rand -hex 24");
        }
        this.digest = sha256(key);
        this.name = name;
    }

    boolean matches(String presented) {
        return MessageDigest.isEqual(digest, sha256(presented));
    }

    String name() {
        return name;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
