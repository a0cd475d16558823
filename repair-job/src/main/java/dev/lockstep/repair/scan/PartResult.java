package dev.lockstep.repair.scan;

import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.Tally;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a part of a scan came to; the parts of a run add up.
 *
 * @param tally the counts
 * @param byKind drift by kind, without tolerated orphans
 */
public record PartResult(Tally tally, Map<DriftKind, Long> byKind) {
    /** Nothing yet. */
    public static final PartResult NONE = new PartResult(Tally.NONE, Map.of());

    private static final int COUNTS = 9;

    public PartResult {
        byKind = Map.copyOf(byKind);
    }

    /** The sum. */
    public PartResult plus(PartResult other) {
        Map<DriftKind, Long> kinds = new EnumMap<>(DriftKind.class);
        kinds.putAll(byKind);
        other.byKind.forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        return new PartResult(tally.plus(other.tally), kinds);
    }

    /** Copies that a repair can put right. */
    public long fixable() {
        return byKind.entrySet().stream()
                .filter(kind -> kind.getKey().isFixable())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The text that the state store keeps. */
    public String text() {
        Stream<String> counts = Stream.of(
                        tally.seen(),
                        tally.right(),
                        tally.passed(),
                        tally.drifted(),
                        tally.tolerated(),
                        tally.moving(),
                        tally.withoutPointer(),
                        tally.outOfScope(),
                        tally.unreadable())
                .map(String::valueOf);
        Stream<String> kinds = Arrays.stream(DriftKind.values())
                .filter(byKind::containsKey)
                .map(kind -> kind.name() + "=" + byKind.get(kind));
        return Stream.concat(counts, kinds).collect(Collectors.joining(" "));
    }

    /** The inverse of {@link #text}; throws IllegalArgumentException for anything else. */
    public static PartResult parse(String text) {
        List<String> words = List.of(text.split(" "));
        if (words.size() < COUNTS) {
            throw new IllegalArgumentException("no result of a part: " + text);
        }
        long[] n = words.stream().limit(COUNTS).mapToLong(Long::parseLong).toArray();
        Map<DriftKind, Long> kinds = new EnumMap<>(DriftKind.class);
        for (String word : words.subList(COUNTS, words.size())) {
            String[] kind = word.split("=", 2);
            kinds.put(DriftKind.valueOf(kind[0]), Long.parseLong(kind[1]));
        }
        return new PartResult(new Tally(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]), kinds);
    }
}
