package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFileTest {
    private static final String ORDER_CUSTOMER = """
            model: order-customer
            source: {store: shop, collection: customers, key: {customerId: _id}}
            copies:
              - collection: orders
                pointer: {customerId: customerId}
                find: {by: index, index: customerId_1}
                fields: {customerName: name}
                strategy: stream
            """;

    private static Model model(String yaml) {
        ParsedModel parsed = ModelFile.parse(yaml, Format.YAML);
        assertThat(parsed.problems()).isEmpty();
        return parsed.valid().orElseThrow();
    }

    private static List<Problem> problems(String yaml) {
        ParsedModel parsed = ModelFile.parse(yaml, Format.YAML);
        assertThat(parsed.problems()).allSatisfy(problem -> {
            assertThat(problem.code()).matches("[a-z]+(-[a-z]+)*");
            assertThat(problem.message()).isNotBlank();
            assertThat(problem.fix()).isNotBlank();
        });
        return parsed.problems();
    }

    private static List<String> codes(String yaml) {
        return problems(yaml).stream()
                .map(problem -> problem.path() + " " + problem.code())
                .toList();
    }

    /** The order-customer model with one line of its only copy changed. */
    private static String with(String from, String to) {
        assertThat(ORDER_CUSTOMER).contains(from);
        return ORDER_CUSTOMER.replace(from, to);
    }

    private static String copyWith(String line) {
        return ORDER_CUSTOMER + "    " + line + "\n";
    }

    @Test
    void fillsInTheDefaults() {
        Copy copy = model(ORDER_CUSTOMER).copies().get(0);

        assertThat(copy.name().value()).isEqualTo("orders");
        assertThat(copy.at().toString()).isEqualTo("shop/orders");
        assertThat(copy.mode()).isEqualTo(Copy.Mode.ENFORCE);
        assertThat(copy.guard()).isEqualTo(Copy.Guard.VERSION);
        assertThat(copy.onSourceDelete()).isEqualTo(Copy.OnSourceDelete.KEEP);
        assertThat(copy.onMissing()).isEqualTo(Copy.OnMissing.UNSET);
        assertThat(copy.watch()).isTrue();
        assertThat(copy.writer()).isNull();
        assertThat(copy.where().isEmpty()).isTrue();
        assertThat(model(with("    find: {by: index, index: customerId_1}\n", ""))
                        .copies()
                        .get(0)
                        .find())
                .isEqualTo(new Find.Unchosen());
    }

    @Test
    void readsEveryAttribute() {
        Model model = model(ExampleModels.text(Path.of("src/test/resources/models/everything.yaml")));

        Source source = model.source();
        assertThat(source.version()).isEqualTo(FieldPath.of("rev"));
        assertThat(source.onExpire()).isEqualTo(Source.OnExpire.IGNORE);
        assertThat(source.deletedWhen().equalities())
                .isEqualTo(Map.of(FieldPath.of("status"), new Value.Text("deleted")));
        assertThat(source.where().equalities())
                .isEqualTo(Map.of(
                        FieldPath.of("kind"), new Value.Text("customer"),
                        FieldPath.of("version"), new Value.Int32(3),
                        FieldPath.of("big"), new Value.Int64(5_000_000_000L),
                        FieldPath.of("ratio"), new Value.Float64(0.5),
                        FieldPath.of("on"), new Value.Bool(true),
                        FieldPath.of("since"), new Value.DateTime(Instant.parse("2026-01-31T00:00:00Z"))));
        Copy copy = model.copies().get(0);
        assertThat(copy.name().value()).isEqualTo("open-orders");
        assertThat(copy.at().toString()).isEqualTo("archive/orders");
        assertThat(copy.fields().get(2).from()).isEqualTo(Template.parse("{name} ({profile.tier}) {{new}}"));
        assertThat(copy.fields().get(3).target()).isEqualTo(FieldPath.of("dotted.name"));
        assertThat(copy.fields().get(3).sourcePaths()).containsExactly(FieldPath.of("profile", "a.b"));
        assertThat(copy.strategy()).isEqualTo(Copy.Strategy.TRANSACTION);
        assertThat(copy.writer()).isEqualTo(Copy.Writer.APPLICATION);
        assertThat(copy.mark())
                .isEqualTo(Map.of(
                        FieldPath.of("sourceDeleted"),
                        new Value.Bool(true),
                        FieldPath.of("gone", "at"),
                        Value.Null.NULL));
        assertThat(copy.onMissing()).isEqualTo(Copy.OnMissing.NULL);
        assertThat(copy.sensitive()).isEqualTo(Set.of(FieldPath.of("customerName")));
        assertThat(copy.slo()).isEqualTo(new Copy.Slo(Duration.ofSeconds(5), 0.0001));
        assertThat(copy.repair()).isEqualTo(new Copy.RepairPlan(Duration.ofHours(24), Duration.ofMinutes(5), 1000));
        assertThat(copy.reads()).isEqualTo(new Copy.Reads("list a user's orders", 400.0));
        assertThat(model.copies().get(1).pointer())
                .isEqualTo(model.copies().get(1).elements().match());
    }

    @Test
    void readsThePointerBackFromAKeyThatBindsEveryVariable() {
        Copy copy = model(with("pointer: {customerId: customerId}", "guard: version")
                        .replace("{by: index, index: customerId_1}", "{by: key, key: {_id: \"C#{customerId}\"}}"))
                .copies()
                .get(0);

        assertThat(copy.pointer().attributes()).containsExactly(FieldPath.of("_id"));
        assertThat(copy.find()).isInstanceOf(Find.ByKey.class);
    }

    @Test
    void saysEverythingAtOnce() {
        assertThat(codes("""
                        model: Order_Customer
                        colour: red
                        source: {store: shop, key: {customerId: _id}, onExpire: delet}
                        copies:
                          - collection: orders
                            pointr: {customerId: customerId}
                            pointer: {customer: customerID}
                            find: {by: index}
                            fields: {a: x, a.b: y}
                            strategy: streem
                            watch: maybe
                            slo: {freshness: 5}
                        """))
                .containsExactlyInAnyOrder(
                        "colour unknown-attribute",
                        "model bad-name",
                        "source.collection missing-attribute",
                        "source.onExpire unknown-value",
                        "copies[0].pointr unknown-attribute",
                        "copies[0].find.index missing-attribute",
                        "copies[0].fields[\"a.b\"] overlapping-fields",
                        "copies[0].strategy unknown-value",
                        "copies[0].watch wrong-type",
                        "copies[0].slo.freshness bad-duration");
    }

    @Test
    void suggestsTheNameThatWasMeant() {
        assertThat(problems(copyWith("pointr: {a: customerId}")).get(0).fix()).isEqualTo("Did you mean \"pointer\"?");
        assertThat(problems(with("strategy: stream", "strategy: strem")).get(0).fix())
                .isEqualTo("Did you mean \"stream\"?");
        assertThat(problems(with("customerId: customerId", "customerId: customrId"))
                        .get(0)
                        .fix())
                .isEqualTo("Did you mean \"customerId\"?");
        assertThat(problems(copyWith("sensitive: [customerNam]")).get(0).fix())
                .isEqualTo("Did you mean \"customerName\"?");
        assertThat(problems(copyWith("zzz: 1")).get(0).fix()).startsWith("Known here: name, store, collection");
    }

    @Test
    void showsTheSwapOfASwappedPair() {
        Problem pointer =
                problems(with("{customerId: customerId}", "{customerId: ref}")).get(0);
        assertThat(pointer.code()).isEqualTo("swapped-pair");
        assertThat(pointer.path()).isEqualTo("copies[0].pointer.customerId");
        assertThat(pointer.fix()).isEqualTo("Write \"ref: customerId\".");

        Problem source =
                problems(with("{customerId: _id}", "{_id: customerId}")).get(0);
        assertThat(source.code()).isEqualTo("swapped-pair");
        assertThat(source.path()).isEqualTo("source.key._id");
        assertThat(source.fix()).isEqualTo("Write \"customerId: _id\".");

        Problem attribute = problems(with("{customerId: _id}", "{id: customerNo}")
                        .replace("{customerId: customerId}", "{ref: customerNo}"))
                .get(0);
        assertThat(attribute.code()).isEqualTo("swapped-pair");
        assertThat(attribute.fix()).isEqualTo("Write \"ref: id\" here, or \"customerNo: id\" in source.key.");

        assertThat(problems(with("{customerId: customerId}", "{\"C#{customerId}\": PK}"))
                        .get(0)
                        .fix())
                .isEqualTo("Write \"PK: \"C#{customerId}\"\".");
        Problem key = problems(with("{by: index, index: customerId_1}", "{by: key, key: {customerId: _id}}"))
                .get(0);
        assertThat(key.code()).isEqualTo("swapped-pair");
        assertThat(key.fix()).isEqualTo("Write \"_id: \"{customerId}\"\".");
        assertThat(codes(
                        with("pointer: {customerId: customerId}", "elements: {path: items, match: {customerId: ref}}")))
                .containsExactly("copies[0].elements.match.customerId swapped-pair");
    }

    @Test
    void refusesANewerFormatAndNothingElse() {
        List<Problem> problems = problems("lockstep: 2\n" + with("strategy", "strategie"));

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("newer-format");
            assertThat(problem.fix()).contains("reads format 2");
        });
        assertThat(codes("lockstep: 0\n" + ORDER_CUSTOMER)).containsExactly("lockstep out-of-range");
        assertThat(codes("lockstep: one\n" + ORDER_CUSTOMER)).containsExactly("lockstep wrong-type");
    }

    @Test
    void refusesDuplicates() {
        assertThat(codes(ORDER_CUSTOMER + "model: other\n")).containsExactly("model duplicate-attribute");
        assertThat(codes(with("{customerName: name}", "{a: x, a: y}")))
                .containsExactly("copies[0].fields.a duplicate-attribute");
        assertThat(ModelFile.parse("{\"model\":\"a\",\"model\":\"b\"}", Format.JSON)
                        .problems())
                .anyMatch(problem -> problem.code().equals("duplicate-attribute"));
        assertThat(codes(ORDER_CUSTOMER + """
                          - collection: orders
                            pointer: {customerId: customerId}
                            fields: {other: name}
                            strategy: stream
                        """)).containsExactly("copies[1].name duplicate-copy-name");
    }

    @Test
    void asksForANameWhenTheCollectionsCannotBeOne() {
        Problem problem = problems(with("collection: orders", "collection: Books_by_Genre"))
                .get(0);

        assertThat(problem.path()).isEqualTo("copies[0].name");
        assertThat(problem.code()).isEqualTo("copy-name-needed");
        assertThat(problem.fix()).isEqualTo("Add \"name: books-by-genre\".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guard: versions                          | copies[0].guard unknown-value",
                "transaction: {writer: lockstep}          | copies[0].transaction attribute-does-not-apply",
                "mark: {gone: true}                       | copies[0].mark attribute-does-not-apply",
                "onSourceDelete: mark                     | copies[0].mark missing-attribute",
                "where: {status: {$in: [A]}}              | copies[0].where.status filter-operator",
                "where: {$or: [A]}                        | copies[0].where.$or filter-operator",
                "where: {status: [A]}                     | copies[0].where.status wrong-type",
                "where: {status: null}                    | copies[0].where.status wrong-type",
                "where: {at: {$date: soon}}               | copies[0].where.at bad-value",
                "where: {n: 99999999999999999999}         | copies[0].where.n bad-value",
                "where: {}                                | copies[0].where empty",
                "where: {_lockstep.a: b}                  | copies[0].where[\"_lockstep.a\"] reserved-attribute",
                "slo: {drift: 2}                          | copies[0].slo.drift out-of-range",
                "slo: {freshness: -PT5S}                  | copies[0].slo.freshness bad-duration",
                "slo: {freshness: 0s}                     | copies[0].slo.freshness bad-duration",
                "repair: {sample: {size: 0}}              | copies[0].repair.sample.size out-of-range",
                "repair: {sample: {size: 1.5}}            | copies[0].repair.sample.size wrong-type",
                "reads: {perSecond: fast}                 | copies[0].reads.perSecond wrong-type",
                "sensitive: customerName                  | copies[0].sensitive wrong-type",
                "sensitive: [nothing]                     | copies[0].sensitive[0] unknown-field",
                "create: true                             | copies[0].create out-of-scope",
                "latest: 5                                | copies[0].latest out-of-scope",
                "description:                             | copies[0].description unknown-attribute",
                "writtenBy:                               | copies[0].writtenBy empty",
                "elements: {path: items, match: {c: customerId}} | copies[0].pointer pointer-with-elements",
            })
    void refusesInACopy(String line, String expected) {
        assertThat(codes(copyWith(line))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: {template: \"{x} {\"}}        | copies[0].fields.a.template bad-template",
                "{a: {template: \"{x}{y}\"}}       | copies[0].fields.a.template bad-template",
                "{a: {template: \"{}\"}}           | copies[0].fields.a.template bad-template",
                "{a: {template: constant}}         | copies[0].fields.a.template constant-field",
                "{a: \"{x} {y}\"}                  | copies[0].fields.a template-without-template",
                "{a: {count: orders}}              | copies[0].fields.a.count out-of-scope",
                "{a: {templat: x}}                 | copies[0].fields.a.templat unknown-attribute",
                "{a: 5}                            | copies[0].fields.a wrong-type",
                "{a: {}}                           | copies[0].fields.a.template missing-attribute",
                "{a..b: x}                         | copies[0].fields[\"a..b\"] bad-path",
                "{\"\": x}                         | copies[0].fields[\"\"] empty",
                "{_lockstep: x}                    | copies[0].fields._lockstep reserved-attribute",
                "{customerId: x}                   | copies[0].fields.customerId copied-field-in-pointer",
                "{}                                | copies[0].fields empty",
                "[a]                               | copies[0].fields wrong-type",
            })
    void refusesInFields(String fields, String expected) {
        assertThat(codes(with("{customerName: name}", fields))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{index: a}                                    | copies[0].find.by missing-attribute",
                "{by: scan}                                    | copies[0].find.by unknown-value",
                "{by: index}                                   | copies[0].find.index missing-attribute",
                "{by: index, index: a, key: {b: c}}            | copies[0].find.key attribute-does-not-apply",
                "{by: key}                                     | copies[0].find.key missing-attribute",
                "{by: key, key: {_id: customerId}}             | copies[0].find.key._id variable-without-braces",
                "{by: key, key: {_id: \"{customer}\"}}         | copies[0].find.key._id unknown-variable",
                "{by: key, key: {_id: \"{customerId.x}\"}}     | copies[0].find.key._id unknown-variable",
                "{by: key, key: {_id: \"{customerId}x\"}}      | copies[0].find.key._id bad-separator",
                "{by: key, key: {_id: fixed}}                  | copies[0].find.key find-key-without-variable",
                "{by: key, key: {_id: 5}}                      | copies[0].find.key._id wrong-type",
                "{by: key, key: {a: {beginsWith: \"C#{customerId}\"}}} | copies[0].find.key.a.beginsWith prefix-without-separator",
                "{by: key, key: {a: {beginsWith: ORDER}}}      | copies[0].find.key.a.beginsWith prefix-without-separator",
                "{by: key, key: {a: {beginsWith: 'O#'}, b: {beginsWith: 'P#'}}} | copies[0].find.key several-prefixes",
                "{by: key, key: {customerName: \"{customerId}\"}} | copies[0].fields.customerName copied-field-in-key",
                "{by: key, key: {a: \"{customerId}#{b}\"}, buckets: {b: {from: 5, to: 1}}} | copies[0].find.buckets.b bad-bucket",
                "{by: key, key: {a: \"{customerId}#{b}\"}, buckets: {b: {}}} | copies[0].find.buckets.b bad-bucket",
                "{by: key, key: {a: \"{customerId}\"}, buckets: {b: {months: 2}}} | copies[0].find.buckets.b unused-bucket",
                "{by: list, key: {_id: \"{it}\"}}              | copies[0].find.from missing-attribute",
                "{by: list, from: ids, key: {_id: \"{row.a}\"}} | copies[0].find.key._id unknown-variable",
                "{by: list, from: ids, key: {a: {beginsWith: 'x#'}}} | copies[0].find.key prefix-not-here",
                "{by: via, key: {_id: \"{row.a}\"}}            | copies[0].find.via missing-attribute",
                "{by: via, via: {key: {a: \"{customerId}\"}}, key: {_id: \"{row.a}\"}} | copies[0].find.via.collection missing-attribute",
                "index                                         | copies[0].find wrong-type",
            })
    void refusesInFind(String find, String expected) {
        assertThat(codes(with("{by: index, index: customerId_1}", find))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                              | source.key empty",
                "{it: _id}                       | source.key.it bad-variable",
                "{\"a b\": _id}                  | source.key[\"a b\"] bad-variable",
                "{a: x, b: x}                    | source.key.x overlapping-fields",
                "{a: 5}                          | source.key.a wrong-type",
                "{PK: \"U#{a.b}\", SK: P}        | source.key.PK bad-variable",
                "{PK: \"U#{a}x{b}\"}             | source.key.PK bad-separator",
                "{\"U#{a}\": \"{b}\"}            | source.key[\"U#{a}\"] swapped-pair",
                "_id                             | source.key wrong-type",
            })
    void refusesInTheSourceKey(String key, String expected) {
        assertThat(codes(with("{customerId: _id}", key))).contains(expected);
    }

    @Test
    void refusesAPointerThatNamesNoSingleSource() {
        assertThat(codes(with("{customerId: _id}", "{customerId: c, tenant: t}")))
                .containsExactly("copies[0].pointer pointer-incomplete");
        assertThat(codes(with("    pointer: {customerId: customerId}\n", "")))
                .containsExactly("copies[0].pointer missing-attribute");
    }

    @Test
    void refusesSourceAndCopyInTheSameRecord() {
        String same = with("collection: orders", "collection: customers");

        assertThat(codes(same.replace("{customerId: customerId}", "{_id: customerId}")))
                .contains("copies[0] out-of-scope");
        assertThat(codes(same.replace("{by: index, index: customerId_1}", "{by: key, key: {_id: \"{customerId}\"}}")))
                .contains("copies[0] out-of-scope");
    }

    @Test
    void refusesAFieldThatFeedsItsOwnSource() {
        assertThat(codes(with("collection: orders", "collection: customers")
                        .replace("customerName: name", "name: name")))
                .containsExactly("copies[0].fields.name cycle");
        assertThat(codes(with("collection: orders", "collection: customers"))).isEmpty();
    }

    @Test
    void refusesTwoDefinitionsOfOneFieldUnlessTheirWhereExcludeEachOther() {
        String second = """
                  - name: more
                    collection: orders
                    pointer: {otherId: customerId}
                    fields: {customerName: name}
                    strategy: stream
                    where: {kind: B}
                """;

        assertThat(codes(ORDER_CUSTOMER + second)).containsExactly("copies[1].fields.customerName field-claimed-twice");
        assertThat(codes(copyWith("where: {kind: A}") + second)).isEmpty();
        assertThat(codes(ORDER_CUSTOMER + second.replace("customerName:", "customerName.short:")))
                .containsExactly("copies[1].fields[\"customerName.short\"] overlapping-fields");
    }

    @Test
    void refusesTheArrayItselfAsAFieldBesideItsElements() {
        assertThat(codes(with("customerName: name", "items: name") + """
                          - name: lines
                            collection: orders
                            elements: {path: items, match: {customer: customerId}}
                            fields: {name: name}
                            strategy: stream
                        """))
                .containsExactly("copies[1].fields.name overlapping-fields");
    }

    @Test
    void warnsWhenACopiedFieldDecidesWhetherARecordIsACopy() {
        ParsedModel parsed = ModelFile.parse(copyWith("where: {customerName: Ann}"), Format.YAML);

        assertThat(parsed.valid()).isPresent();
        assertThat(parsed.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING));
    }

    @Test
    void keepsYamlTextAsText() {
        Copy copy = model(copyWith("where: {country: NO, code: \"0123\", flag: yes, day: 2026-01-31}"))
                .copies()
                .get(0);

        assertThat(copy.where().equalities().values())
                .containsExactly(
                        new Value.Text("NO"),
                        new Value.Text("0123"),
                        new Value.Text("yes"),
                        new Value.Text("2026-01-31"));
    }
}
