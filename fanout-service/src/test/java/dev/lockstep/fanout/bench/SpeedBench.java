package dev.lockstep.fanout.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * {@code mvn -Pbench -Dbench=fanout,burst,echo}: ratios between contenders that take turns in one process, median and
 * range over pairs after a warm-up. Reported, never a failing test; only wrong copies fail.
 */
class SpeedBench {
    private static final int WARM_UP = Reports.quick() ? 1 : 3;
    private static final int PAIRS = Reports.quick() ? 5 : 7;

    /** Nanoseconds until the last copy was written, until rest, and inside the server meanwhile. */
    private record Took(double written, double rest, double busy) {}

    @Test
    void fanOut() {
        assumeThat(Reports.wanted("fanout")).isTrue();
        Reports.quiet();
        List<Map<String, Object>> rows = new ArrayList<>();
        int[][] sizes = {{10, Reports.quick() ? 100 : 500}, {1_000, 5}, {20_000, 1}};
        for (int[] size : sizes) {
            rows.add(pairs("in memory", size, "updateMany", MemorySide.ByHand::new, MemorySide.ByLockstep::new));
            rows.add(pairs(
                    "MongoDB imitation",
                    size,
                    "updateMany",
                    () -> new MongoSide.ByHand(false),
                    MongoSide.ByLockstep::new));
            rows.add(pairs(
                    "MongoDB imitation",
                    size,
                    "naive, copy by copy",
                    () -> new MongoSide.ByHand(true),
                    MongoSide.ByLockstep::new));
        }
        Reports.write(
                "fanout",
                "Wide fan-out: time of the hand-written listener / time of Lockstep (1 = as fast; target 0.9)",
                Map.of("pairs", PAIRS, "warmUp", WARM_UP),
                rows);
    }

    private static Map<String, Object> pairs(
            String store, int[] size, String against, Supplier<Side> byHand, Supplier<Side> byLockstep) {
        try (Side hand = byHand.get();
                Side lockstep = byLockstep.get()) {
            hand.begin(size[1], size[0]);
            lockstep.begin(size[1], size[0]);
            List<Took> hands = new ArrayList<>();
            List<Took> locksteps = new ArrayList<>();
            for (int pair = 0; pair < WARM_UP + PAIRS; pair++) {
                String name = "name-" + pair;
                Took first = once(pair % 2 == 0 ? hand : lockstep, size, name);
                Took second = once(pair % 2 == 0 ? lockstep : hand, size, name);
                if (pair >= WARM_UP) {
                    hands.add(pair % 2 == 0 ? first : second);
                    locksteps.add(pair % 2 == 0 ? second : first);
                }
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("store", store);
            row.put("copies of a source", size[0]);
            row.put("sources renamed", size[1]);
            row.put("against", against);
            row.put(
                    "ratio",
                    spread(IntStream.range(0, PAIRS)
                            .mapToDouble(i ->
                                    hands.get(i).written() / locksteps.get(i).written())));
            row.put(
                    "ratio, echo counted",
                    spread(IntStream.range(0, PAIRS)
                            .mapToDouble(i ->
                                    hands.get(i).written() / locksteps.get(i).rest())));
            row.put("by hand ms", millis(hands.stream().mapToDouble(Took::written)));
            row.put("Lockstep ms", millis(locksteps.stream().mapToDouble(Took::written)));
            row.put("server's share, by hand", share(hands));
            row.put("server's share, Lockstep", share(locksteps));
            return row;
        }
    }

    private static Took once(Side side, int[] size, String name) {
        side.settle();
        long expected = side.written() + (long) size[0] * size[1];
        long busy = side.busyNanos();
        long start = System.nanoTime();
        side.rename(IntStream.range(0, size[1]).boxed().toList(), name);
        while (side.written() < expected) {
            MongoSide.pause();
        }
        long written = System.nanoTime();
        long busyThen = side.busyNanos();
        side.settle();
        long rest = System.nanoTime();
        assertThat(side.wrong(name)).isZero();
        return new Took(written - start, rest - start, busyThen - busy);
    }

    @Test
    void burst() {
        assumeThat(Reports.wanted("burst")).isTrue();
        Reports.quiet();
        List<Map<String, Object>> rows = new ArrayList<>();
        rows.add(burst("in memory", MemorySide.ByHand::new, MemorySide.ByLockstep::new));
        rows.add(burst("MongoDB imitation", () -> new MongoSide.ByHand(false), MongoSide.ByLockstep::new));
        Reports.write(
                "burst",
                "One key with 100 copies changed 1,000 times in a burst: copy writes (target: 10 times fewer)",
                Map.of("pairs", PAIRS),
                rows);
    }

    private static Map<String, Object> burst(String store, Supplier<Side> byHand, Supplier<Side> byLockstep) {
        try (Side hand = byHand.get();
                Side lockstep = byLockstep.get()) {
            hand.begin(1, 100);
            lockstep.begin(1, 100);
            double[] ratios = new double[PAIRS];
            double[] hands = new double[PAIRS];
            double[] locksteps = new double[PAIRS];
            for (int pair = 0; pair < PAIRS; pair++) {
                hands[pair] = burst(hand, pair);
                locksteps[pair] = burst(lockstep, pair);
                ratios[pair] = hands[pair] / locksteps[pair];
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("store", store);
            row.put("copy writes by hand", Math.round(median(hands)));
            row.put("copy writes by Lockstep", Math.round(median(locksteps)));
            row.put("times fewer", spread(Arrays.stream(ratios)));
            return row;
        }
    }

    private static double burst(Side side, int pair) {
        side.settle();
        long before = side.written();
        for (int i = 0; i < 1_000; i++) {
            side.rename(List.of(0), "burst-" + pair + "-" + i);
        }
        while (side.wrong("burst-" + pair + "-999") > 0) {
            MongoSide.pause();
        }
        side.settle();
        return side.written() - before;
    }

    @Test
    void echo() {
        assumeThat(Reports.wanted("echo")).isTrue();
        Reports.quiet();
        int copies = 10_000;
        List<Map<String, Object>> rows = new ArrayList<>();
        try (MemorySide.ByLockstep side = new MemorySide.ByLockstep()) {
            side.begin(1, copies);
            for (int i = 0; i < WARM_UP; i++) {
                once(side, new int[] {copies, 1}, "warm-" + i);
            }
            double[] echo = new double[PAIRS];
            long reads = side.reads();
            long checks = side.checks();
            for (int i = 0; i < PAIRS; i++) {
                Took took = once(side, new int[] {copies, 1}, "name-" + i);
                echo[i] = (took.rest() - took.written()) / 1e6;
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("store", "in memory");
            row.put("echoes a rename", copies);
            row.put("reads of sources and copies for them", side.reads() - reads);
            row.put("checks for them", side.checks() - checks);
            row.put("ms from the last write to rest", spread(Arrays.stream(echo)));
            rows.add(row);
        }
        Reports.write("echo", "Lockstep's own writes coming back on the stream", Map.of("runs", PAIRS), rows);
    }

    private static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String spread(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return String.format(
                Locale.ROOT, "%.2f (%.2f–%.2f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static String millis(DoubleStream nanos) {
        return String.format(Locale.ROOT, "%.1f", median(nanos.toArray()) / 1e6);
    }

    private static String share(List<Took> took) {
        double share = median(
                took.stream().mapToDouble(one -> one.busy() / one.written()).toArray());
        return share == 0 ? "–" : String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
