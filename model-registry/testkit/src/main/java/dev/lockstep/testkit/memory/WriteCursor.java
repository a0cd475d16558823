package dev.lockstep.testkit.memory;

import dev.lockstep.store.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * Where an event write that was cut goes on: places that the look-up gave and that are not written yet.
 *
 * @param places ids of the next places, in order
 * @param more true when the look-up must be made again for those after the last of {@code places}
 */
record WriteCursor(List<String> places, boolean more) {
    private static final int LONGEST = 3_000;

    static WriteCursor of(NavigableMap<String, Row> found) {
        List<String> places = new ArrayList<>();
        int length = 0;
        for (String id : found.keySet()) {
            length += id.length() + 8;
            if (length > LONGEST && !places.isEmpty()) {
                return new WriteCursor(places, true);
            }
            places.add(id);
        }
        return new WriteCursor(places, false);
    }

    static WriteCursor parse(Cursor cursor) {
        String token = cursor.token();
        List<String> places = new ArrayList<>();
        int at = 1;
        while (at < token.length()) {
            int colon = token.indexOf(':', at);
            int end = colon + 1 + Integer.parseInt(token.substring(at, colon));
            places.add(token.substring(colon + 1, end));
            at = end;
        }
        return new WriteCursor(places, token.charAt(0) == '+');
    }

    WriteCursor after(int written) {
        return new WriteCursor(places.subList(written, places.size()), more);
    }

    Cursor cursor() {
        StringBuilder token = new StringBuilder(more ? "+" : "-");
        places.forEach(id -> token.append(id.length()).append(':').append(id));
        return new Cursor(token.toString());
    }
}
