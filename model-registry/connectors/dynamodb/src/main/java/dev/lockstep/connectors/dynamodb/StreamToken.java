package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.ResumePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a table's stream goes on: a place in each shard that is being read. Shards that were read to their end are left
 * out as soon as their children are in.
 *
 * @param arn of the stream
 * @param places by shard
 */
record StreamToken(String arn, Map<String, Place> places) {
    /** A place in a shard. */
    sealed interface Place permits After, Beginning, End {}

    /** Everything up to this sequence number was read. */
    record After(String sequence) implements Place {}

    /**
     * Nothing was read yet.
     *
     * @param sequence the shard's first sequence number
     * @param notBefore seconds since 1970: older records are of no interest; 0 when all are
     * @param knownAt seconds since 1970 at which this was so: what the stream keeps for 24 hours is not lost before
     *     they are over
     */
    record Beginning(String sequence, long notBefore, long knownAt) implements Place {}

    /** The shard was read to its end, and its children are not known yet. */
    record End() implements Place {}

    StreamToken {
        places = new LinkedHashMap<>(places);
    }

    ResumePoint toPoint() {
        List<String> parts = new ArrayList<>();
        parts.add("1");
        parts.add(arn);
        places.forEach((shard, place) -> {
            parts.add(shard);
            if (place instanceof After after) {
                parts.add("a" + after.sequence());
            } else if (place instanceof Beginning beginning) {
                parts.add("b" + beginning.sequence() + "/" + beginning.notBefore() + "/" + beginning.knownAt());
            } else {
                parts.add("e");
            }
        });
        return new ResumePoint(Members.join(parts));
    }

    /** Throws IllegalArgumentException for a text of somebody else. */
    static StreamToken parse(ResumePoint point) {
        List<String> parts = Members.split(point.token());
        if (parts.size() < 2 || !parts.get(0).equals("1")) {
            throw new IllegalArgumentException("not a resume point of a DynamoDB stream: " + point.token());
        }
        Map<String, Place> places = new LinkedHashMap<>();
        for (int i = 2; i + 1 < parts.size(); i += 2) {
            places.put(parts.get(i), place(parts.get(i + 1)));
        }
        return new StreamToken(parts.get(1), places);
    }

    private static Place place(String text) {
        String rest = text.substring(1);
        return switch (text.charAt(0)) {
            case 'a' -> new After(rest);
            case 'b' -> {
                String[] numbers = rest.split("/");
                yield new Beginning(numbers[0], Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
            }
            default -> new End();
        };
    }
}
