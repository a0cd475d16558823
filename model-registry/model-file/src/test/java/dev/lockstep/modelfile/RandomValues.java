package dev.lockstep.modelfile;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Values of every type, with the awkward ones more often than chance would bring them. */
final class RandomValues {
    private static final List<String> TEXTS = List.of(
            "",
            "$",
            "$$",
            "$date",
            "$$a",
            "a.b",
            "a\\b",
            "\"",
            "\n\t\u0000\u001f",
            "näme",
            "名前",
            "😀",
            "\u2028",
            "42",
            "null",
            "{x}",
            "~",
            " ");

    private RandomValues() {}

    static String text(Random random) {
        return random.nextBoolean()
                ? TEXTS.get(random.nextInt(TEXTS.size()))
                : random.ints(random.nextInt(12), 'a', 'z' + 1)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    static Value value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 10)) {
            case 0 -> Value.Null.NULL;
            case 1 -> new Value.Bool(random.nextBoolean());
            case 2 -> new Value.Int32(random.nextBoolean() ? random.nextInt() : random.nextInt(10));
            case 3 -> new Value.Int64(random.nextBoolean() ? random.nextLong() : random.nextInt(10));
            case 4 -> new Value.Float64(number(random));
            case 5 ->
                new Value.Decimal(new BigDecimal(new BigInteger(random.nextInt(120), random), random.nextInt(80) - 40));
            case 6 -> new Value.Text(text(random));
            case 7 -> new Value.DateTime(Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
            case 8 -> {
                byte[] content = new byte[random.nextInt(9)];
                random.nextBytes(content);
                yield new Value.Bytes(random.nextInt(256), content);
            }
            case 9 -> new Value.Native("objectId", text(random));
            case 10 ->
                new Value.Items(IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> value(random, depth - 1))
                        .toList());
            default -> doc(random, depth - 1);
        };
    }

    private static double number(Random random) {
        double[] awkward = {
            0.0,
            -0.0,
            1.0,
            -1.5,
            1e10,
            1e-10,
            0.1,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            9007199254740993.0
        };
        return random.nextBoolean() ? awkward[random.nextInt(awkward.length)] : random.nextGaussian();
    }

    private static Doc doc(Random random, int depth) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            entries.put(text(random), value(random, depth));
        }
        return Doc.of(entries);
    }
}
