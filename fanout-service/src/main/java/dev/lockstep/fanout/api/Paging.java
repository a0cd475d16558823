package dev.lockstep.fanout.api;

import dev.lockstep.fanout.problem.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cursors: opaque text that says where a list goes on. */
final class Paging {
    static final int MOST = 500;

    private Paging() {}

    /**
     * A page.
     *
     * @param items the items
     * @param next the cursor of the next page; left out at the end
     */
    record Page<T>(List<T> items, @Nullable String next) {}

    /** The limit; refuses what is not between 1 and {@value #MOST}. */
    static int limit(int limit) {
        if (limit < 1 || limit > MOST) {
            throw new Refused(400, "bad-limit", "limit is 1 to " + MOST + ", but was " + limit + ".");
        }
        return limit;
    }

    /** The number in a cursor, 0 without one. */
    static long number(@Nullable String cursor) {
        try {
            return cursor == null ? 0 : Long.parseLong(text(cursor));
        } catch (NumberFormatException e) {
            throw bad();
        }
    }

    /** The text in a cursor, empty without one. */
    static String text(@Nullable String cursor) {
        try {
            return cursor == null ? "" : new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw bad();
        }
    }

    /** A page of what was read with one more than {@code limit}; {@code position} is where the next one goes on. */
    static <S, T> Page<T> page(List<S> read, int limit, Function<S, T> view, Function<S, Object> position) {
        boolean more = read.size() > limit;
        List<S> shown = more ? read.subList(0, limit) : read;
        return new Page<>(
                shown.stream().map(view).toList(),
                more ? cursor(String.valueOf(position.apply(shown.get(limit - 1)))) : null);
    }

    private static String cursor(String position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position.getBytes(StandardCharsets.UTF_8));
    }

    private static Refused bad() {
        return new Refused(400, "bad-cursor", "The cursor is not one that this list gave.");
    }
}
