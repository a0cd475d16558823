package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.lockstep.registry.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ModelSchemaTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ModelSchema.text(), InputFormat.JSON);
    private static final JsonNode ROOT = JsonMapper.shared().readTree(ModelSchema.text());

    /** Where each part of the file is in the schema. */
    private static final Map<Attributes, String> PARTS = parts();

    private static Map<Attributes, String> parts() {
        Map<Attributes, String> parts = new LinkedHashMap<>();
        parts.put(Attributes.MODEL, "");
        parts.put(Attributes.SOURCE, "/$defs/source");
        parts.put(Attributes.COPY, "/$defs/copy");
        parts.put(Attributes.FIND, "/$defs/find");
        parts.put(Attributes.VIA, "/$defs/find/properties/via");
        parts.put(Attributes.BUCKET, "/$defs/find/properties/buckets/additionalProperties");
        parts.put(Attributes.PREFIX, "/$defs/lookup/additionalProperties/oneOf/1");
        parts.put(Attributes.ELEMENTS, "/$defs/elements");
        parts.put(Attributes.FIELD, "/$defs/copy/properties/fields/additionalProperties/oneOf/1");
        parts.put(Attributes.TRANSACTION, "/$defs/copy/properties/transaction");
        parts.put(Attributes.SLO, "/$defs/copy/properties/slo");
        parts.put(Attributes.REPAIR, "/$defs/copy/properties/repair");
        parts.put(Attributes.SAMPLE, "/$defs/copy/properties/repair/properties/sample");
        parts.put(Attributes.READS, "/$defs/copy/properties/reads");
        return parts;
    }

    static List<Path> all() {
        return ExampleModels.all().toList();
    }

    @Test
    void isFrozen() {
        assertThat(ModelSchema.text())
                .as("format 1 is a contract: add attributes, never change or remove one, and then the golden file too")
                .isEqualTo(ExampleModels.text(Path.of("src/test/resources/golden/model-1.schema.json")));
    }

    @Test
    void isItselfAValidSchema() {
        Schema draft = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}", InputFormat.JSON);

        assertThat(draft.validate(ROOT)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void acceptsEveryExample(Path file) {
        assertThat(SCHEMA.validate(YAMLMapper.shared().readTree(ExampleModels.text(file))))
                .isEmpty();
        String json = ModelFile.toJson(ModelFixtures.parse(ExampleModels.text(file)));
        assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Attributes.class)
    void hasTheAttributesThatTheParserKnows(Attributes part) {
        JsonNode here = ROOT.at(PARTS.get(part));

        assertThat(here.get("properties").propertyNames()).containsExactlyElementsOf(part.names());
        assertThat(here.get("additionalProperties").booleanValue()).isFalse();
    }

    @Test
    void hasNoOtherParts() {
        assertThat(ModelSchema.text().split("\"properties\": \\{", -1)).hasSize(1 + Attributes.values().length);
    }

    @Test
    void everyAttributeIsUsedByAnExample() {
        String examples = ExampleModels.all().map(ExampleModels::text).collect(Collectors.joining("\n"));

        for (Attributes part : Attributes.values()) {
            assertThat(part.names()).allSatisfy(name -> assertThat(examples).contains(name + ":"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"model\":\"A\"}",
                "{\"lockstep\":2,\"model\":\"a\"}",
                "{\"model\":\"a\",\"source\":{\"store\":\"s\",\"collection\":\"c\",\"key\":{\"k\":\"_id\"}},\"copies\":[]}",
                "{\"model\":\"a\",\"source\":{\"store\":\"s\",\"collection\":\"c\",\"key\":{}},\"copies\":[{}]}",
            })
    void agreesWithTheParserAboutWhatIsRefused(String json) {
        assertThat(SCHEMA.validate(json, InputFormat.JSON)).isNotEmpty();
        assertThat(ModelFile.parse(json, Format.JSON).problems()).anyMatch(Problem::refuses);
    }
}
