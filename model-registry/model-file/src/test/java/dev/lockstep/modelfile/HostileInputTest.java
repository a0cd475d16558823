package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Problem;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileInputTest {
    private static final String GOOD = ExampleModels.text(ExampleModels.named("order-customer"));

    private static List<String> codes(String text, Format format) {
        ParsedModel parsed = ModelFile.parse(text, format);
        assertThat(parsed.model()).isNull();
        assertThat(parsed.problems()).isNotEmpty().allSatisfy(HostileInputTest::isReadable);
        return parsed.problems().stream().map(Problem::code).toList();
    }

    private static void isReadable(Problem problem) {
        String all = problem.path() + problem.message() + problem.fix();
        assertThat(all).hasSizeLessThan(3_000).doesNotContain("Exception", "\tat ", "tools.jackson");
        assertThat(all.chars().noneMatch(c -> c < ' ' || c == 0x202E)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void refusesWhatIsNoDocument(Format format) {
        assertThat(codes("", format)).containsExactly("empty");
        assertThat(codes("\"text\"", format)).containsExactly("wrong-type");
        assertThat(codes("[1, 2]", format)).containsExactly("wrong-type");
        assertThat(codes("null", format)).containsExactly("wrong-type");
        assertThat(codes("{\"a\": [1, ", format)).containsExactly("syntax");
        assertThat(codes("{} {}", format)).isNotEmpty();
    }

    @Test
    void namesTheLineOfASyntaxError() {
        assertThat(ModelFile.parse("model: a\nsource: {store: [}\n", Format.YAML)
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("line 2"));
        assertThat(ModelFile.parse("{\n\"model\": x}", Format.JSON).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("line 2"));
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void refusesDepth(Format format) {
        assertThat(codes("[".repeat(100_000), format)).containsExactly("document-too-deep");
        assertThat(codes("{\"a\":".repeat(1_000), format)).containsExactly("document-too-deep");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void refusesSize(Format format) {
        assertThat(codes("a".repeat(1_000_001), format)).containsExactly("document-too-large");
        assertThat(codes("1".repeat(10_000), format)).isNotEmpty();
        String many = IntStream.range(0, 50_000)
                .mapToObj(i -> "\"k" + i + "\": 1")
                .collect(Collectors.joining(", ", "{", "}"));
        assertThat(codes(many, format)).hasSizeLessThanOrEqualTo(101).contains("more-problems");
    }

    @Test
    void refusesYamlReferences() {
        assertThat(codes("a: &x [1]\nb: *x\n", Format.YAML)).contains("yaml-alias");
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 50; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(8) + "x"));
        }
        assertThat(codes(bomb.toString(), Format.YAML)).contains("yaml-alias");
        assertThat(codes(GOOD.replace("source:\n", "source: &s\n"), Format.YAML))
                .contains("yaml-alias");
        assertThat(codes("<<: *x\n", Format.YAML)).contains("yaml-alias");
    }

    @Test
    void refusesYamlTagsAndSeveralDocuments() {
        assertThat(codes("!!javax.script.ScriptEngineManager [!!java.net.URL [\"http://127.0.0.1/\"]]", Format.YAML))
                .contains("yaml-tag");
        assertThat(codes("model: !!binary aGVsbG8=\n", Format.YAML)).contains("yaml-tag");
        assertThat(codes(GOOD + "---\nmodel: other\n", Format.YAML)).containsExactly("several-documents");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\u202Eb", "\uD800", "a\nb", " "})
    void refusesCharactersThatCannotBeSeen(String name) {
        String json = "{\"model\":\"m\",\"source\":{\"store\":\"s\",\"collection\":" + quoted(name)
                + ",\"key\":{\"k\":\"_id\"}}"
                + ",\"copies\":[{\"collection\":\"c\",\"pointer\":{\"p\":\"k\"},\"strategy\":\"stream\",\"fields\":{"
                + quoted(name) + ":\"x\"}}]}";

        assertThat(codes(json, Format.JSON)).containsAnyOf("bad-character", "empty");
    }

    private static String quoted(String text) {
        return text.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining("", "\"", "\""));
    }

    @Test
    void refusesNamesOfTenKilobytes() {
        String name = "n".repeat(10_000);

        for (String at :
                List.of("order-customer", "customers", "collection: orders", "customerId_1", "customerName", "tier")) {
            assertThat(codes(GOOD.replace(at, at.contains(": ") ? "collection: " + name : name), Format.YAML))
                    .isNotEmpty();
        }
        assertThat(codes(name + ": 1", Format.YAML)).containsExactly("syntax");
        assertThat(codes("{\"" + name + "\": 1}", Format.JSON)).contains("unknown-attribute");
    }

    @Test
    void takesNamesThatStoresTake() {
        for (String name : List.of("näme", "名前", "a b", "$price", "a-b", "a'b", "emoji😀", "0")) {
            ParsedModel parsed = ModelFile.parse(
                    ModelFile.toJson(ModelFile.parse(GOOD, Format.YAML).valid().orElseThrow())
                            .replace("customerName", name)
                            .replace("customers", name),
                    Format.JSON);

            assertThat(parsed.problems()).as(name).isEmpty();
        }
    }

    @Test
    void refusesTooManyCopiesAndFields() {
        String copy =
                "{\"collection\":\"c\",\"name\":\"%s\",\"pointer\":{\"p\":\"k\"},\"strategy\":\"stream\",\"fields\":{%s}}";
        String head =
                "{\"model\":\"m\",\"source\":{\"store\":\"s\",\"collection\":\"d\",\"key\":{\"k\":\"_id\"}},\"copies\":[";
        String copies = IntStream.range(0, 201)
                .mapToObj(i -> copy.formatted("c" + i, "\"f" + i + "\":\"x\""))
                .collect(Collectors.joining(","));
        String fields =
                IntStream.range(0, 501).mapToObj(i -> "\"f" + i + "\":\"x\"").collect(Collectors.joining(","));

        assertThat(codes(head + copies + "]}", Format.JSON)).containsExactly("too-many-copies");
        assertThat(codes(head + copy.formatted("c", fields) + "]}", Format.JSON))
                .containsExactly("too-many-fields");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void neverThrowsForDamagedFiles(Format format) {
        long seed = 20261130;
        Random random = new Random(seed);
        List<String> texts = ExampleModels.all()
                .map(ExampleModels::text)
                .map(text -> format == Format.YAML
                        ? text
                        : ModelFile.toJson(
                                ModelFile.parse(text, Format.YAML).valid().orElseThrow()))
                .toList();
        for (int i = 0; i < 1_000; i++) {
            String damaged = damage(texts.get(random.nextInt(texts.size())), random);
            try {
                ParsedModel parsed = ModelFile.parse(damaged, format);
                parsed.problems().forEach(HostileInputTest::isReadable);
                assertThat(parsed.model() == null)
                        .isEqualTo(parsed.problems().stream().anyMatch(Problem::refuses));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", round " + i + ":\n" + damaged, e);
            }
        }
    }

    private static String damage(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(damaged.length());
            int length = Math.min(random.nextInt(12), damaged.length() - at);
            switch (random.nextInt(4)) {
                case 0 -> damaged.delete(at, at + length);
                case 1 -> damaged.insert(at, "{}[]:,\"'\\&*!|>-#%@`~ \n\t.0$".charAt(random.nextInt(26)));
                case 2 -> damaged.insert(random.nextInt(damaged.length()), damaged.substring(at, at + length));
                default -> damaged.setCharAt(at, (char) random.nextInt(0x300));
            }
        }
        return damaged.toString();
    }
}
