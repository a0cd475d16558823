package dev.lockstep.modelfile;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
final class Nearest {
    private static final int LONGEST = 40;

    private Nearest() {}

    /** The known name at most a third of its letters away, if there is one. */
    static Optional<String> to(String written, Collection<String> known) {
        if (written.length() > LONGEST) {
            return Optional.empty();
        }
        String wanted = plain(written);
        return known.stream()
                .min(Comparator.comparingInt((String name) -> distance(wanted, plain(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> distance(wanted, plain(name)) <= Math.max(1, name.length() / 3));
    }

    /** True when a known name differs in letters, and in few; not when only hyphens, underscores or case differ. */
    static boolean isTypo(String written, Collection<String> known) {
        return to(written, known)
                .filter(meant -> !plain(meant).equals(plain(written)))
                .isPresent();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
