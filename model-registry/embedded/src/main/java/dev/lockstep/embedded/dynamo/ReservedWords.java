package dev.lockstep.embedded.dynamo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that the service's reference lists as reserved: as attribute names they need a placeholder. */
final class ReservedWords {
    private static final Set<String> WORDS = load();

    private ReservedWords() {}

    static boolean contains(String word) {
        return WORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    private static Set<String> load() {
        try (InputStream in = ReservedWords.class.getResourceAsStream("reserved-words.txt")) {
            if (in == null) {
                throw new IllegalStateException("The list of reserved words is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
