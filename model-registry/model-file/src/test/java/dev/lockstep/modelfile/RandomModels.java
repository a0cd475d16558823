package dev.lockstep.modelfile;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Valid models that use every attribute in every combination that the rules allow. */
final class RandomModels {
    private static final List<String> NAMES =
            List.of("name", "a.b", "x y", "näme", "$p", "a\\b", "0", "q\"q", "名前", "{", "a-b");
    private static final KeyPattern NONE = new KeyPattern(List.of());

    private final Random random;
    private int serial;

    private RandomModels(Random random) {
        this.random = random;
    }

    static Model model(Random random) {
        return new RandomModels(random).model();
    }

    private Model model() {
        Source source = source();
        List<Copy> copies = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            copies.add(copy(source));
        }
        return new Model(new ModelName("m" + ++serial), maybe("What\nit is"), maybe("team"), source, copies);
    }

    private Source source() {
        boolean templates = random.nextInt(3) == 0;
        List<KeyPattern.Part> parts = new ArrayList<>();
        parts.add(part(fresh(), templates ? "USER#{id}" : "{id}"));
        if (random.nextBoolean()) {
            parts.add(part(fresh(), templates ? "T#{tenant}#{{x}}" : "{tenant}"));
        }
        if (templates && random.nextBoolean()) {
            parts.add(part(fresh(), "PROFILE"));
        }
        return new Source(
                new CollectionRef(new StoreName(random.nextBoolean() ? "shop" : "other-1"), "sources"),
                new KeyPattern(parts),
                filter(),
                random.nextBoolean() ? fresh() : null,
                filter(),
                pick(Source.OnExpire.values()));
    }

    private Copy copy(Source source) {
        Elements elements = random.nextInt(4) == 0 ? new Elements(fresh(), pointer(source)) : null;
        Find find = find(source);
        boolean derivable =
                FindReader.patternOf(find).variables().containsAll(source.key().variables());
        KeyPattern pointer = elements != null
                ? elements.match()
                : derivable && random.nextBoolean() ? FindReader.patternOf(find) : pointer(source);
        List<FieldRule> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            fields.add(new FieldRule(fresh(), from()));
        }
        Copy.Strategy strategy = pick(Copy.Strategy.values());
        Copy.OnSourceDelete onDelete = pick(Copy.OnSourceDelete.values());
        return new Copy(
                new CopyName(random.nextBoolean() ? "copies-" + ++serial : "copies" + ++serial),
                new CollectionRef(
                        random.nextBoolean() ? source.at().store() : new StoreName("third"), "copies" + serial),
                pointer,
                find,
                elements,
                filter(),
                fields,
                strategy,
                pick(Copy.Mode.values()),
                strategy == Copy.Strategy.TRANSACTION ? pick(Copy.Writer.values()) : null,
                onDelete,
                onDelete == Copy.OnSourceDelete.MARK ? Map.of(fresh(), scalar(), fresh(), Value.Null.NULL) : Map.of(),
                pick(Copy.OnMissing.values()),
                pick(Copy.Guard.values()),
                random.nextBoolean(),
                random.nextBoolean() ? Set.of(fields.get(0).target()) : Set.of(),
                random.nextBoolean() ? new Copy.Slo(maybe(duration()), maybe(random.nextDouble())) : null,
                random.nextBoolean()
                        ? new Copy.RepairPlan(maybe(duration()), maybe(duration()), maybe(1 + random.nextInt(1_000)))
                        : null,
                maybe("code"),
                random.nextBoolean() ? new Copy.Reads(maybe("pattern"), maybe(random.nextDouble() * 1_000)) : null);
    }

    private Template from() {
        return random.nextBoolean()
                ? Template.variable(fresh())
                : Template.parse("{{" + random.nextInt(9) + "}} {a\\.b.c} and {näme}!");
    }

    private Find find(Source source) {
        return switch (random.nextInt(6)) {
            case 0 -> new Find.Unchosen();
            case 1 -> new Find.ByIndex("index_" + ++serial);
            case 2 -> new Find.ByKey(key(source, ""), NONE, null, Map.of());
            case 3 ->
                new Find.ByKey(
                        key(source, "#{bucket}#{month}"),
                        new KeyPattern(List.of(part(fresh(), "ORDER#{id}#"))),
                        maybe("GSI1"),
                        Map.of(
                                "bucket",
                                new Find.Bucket(0, random.nextInt(16), 0),
                                "month",
                                new Find.Bucket(0, 0, 13)));
            case 4 -> new Find.ByList(fresh(), key(source, "#{it}#{it.id}"));
            default ->
                new Find.ByVia(
                        new Find.Via(
                                "rows",
                                key(source, ""),
                                random.nextBoolean() ? NONE : new KeyPattern(List.of(part(fresh(), "R#"))),
                                maybe("GSI2")),
                        key(source, "#{row.a}"));
        };
    }

    private KeyPattern key(Source source, String more) {
        List<KeyPattern.Part> parts = new ArrayList<>();
        for (String variable : source.key().variables()) {
            parts.add(part(fresh(), (random.nextBoolean() ? "K#" : "") + "{" + variable + "}" + more));
        }
        return new KeyPattern(parts);
    }

    private KeyPattern pointer(Source source) {
        return key(source, "");
    }

    private KeyPattern.Part part(FieldPath attribute, String template) {
        return new KeyPattern.Part(attribute, Template.parse(template));
    }

    private Filter filter() {
        Map<FieldPath, Value> equalities = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            equalities.put(fresh(), scalar());
        }
        return new Filter(equalities);
    }

    private Value scalar() {
        return switch (random.nextInt(7)) {
            case 0 -> new Value.Text("text " + RandomValues.text(random));
            case 1 -> new Value.Int32(random.nextInt());
            case 2 -> new Value.Int64(random.nextInt() + (1L << 40));
            case 3 -> new Value.Float64(random.nextGaussian());
            case 4 -> new Value.Bool(random.nextBoolean());
            case 5 -> new Value.DateTime(Instant.ofEpochMilli(random.nextInt()));
            default -> new Value.Native("objectId", "65f0" + random.nextInt(9));
        };
    }

    /** A path that no other path of this model overlaps. */
    private FieldPath fresh() {
        String head = NAMES.get(random.nextInt(NAMES.size())) + ++serial;
        return random.nextBoolean() ? FieldPath.of(head) : FieldPath.of(head, NAMES.get(random.nextInt(NAMES.size())));
    }

    private Duration duration() {
        return Duration.ofMillis(1 + random.nextInt(1_000_000_000)).plusNanos(random.nextInt(3));
    }

    private <T> T maybe(T value) {
        return random.nextBoolean() ? value : null;
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
