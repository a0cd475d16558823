package dev.lockstep.connectors.dynamodb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The members of a set as one text: each behind its length, so that any text may be one. */
final class Members {
    private Members() {}

    static String join(Collection<String> members) {
        StringBuilder text = new StringBuilder();
        members.forEach(member -> text.append(member.length()).append(':').append(member));
        return text.toString();
    }

    /** Throws IllegalArgumentException for a text that {@link #join} did not make. */
    static List<String> split(String text) {
        List<String> members = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int colon = text.indexOf(':', at);
            if (colon < 0) {
                throw new IllegalArgumentException("a set's text needs a length before each member, but was " + text);
            }
            int end = colon + 1 + Integer.parseInt(text.substring(at, colon));
            members.add(text.substring(colon + 1, end));
            at = end;
        }
        return members;
    }
}
