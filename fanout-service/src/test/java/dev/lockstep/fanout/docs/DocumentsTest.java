package dev.lockstep.fanout.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.modelfile.NotAvailable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents for users: links lead somewhere, commands are run, examples are valid. */
class DocumentsTest {
    static List<Path> documents() {
        return Repository.files("", ".md").stream()
                .filter(file -> !file.toString().contains("/."))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadToFiles(Path document) {
        assertThat(Repository.all("]\\(([^)#: ]+)(?:#[^)]*)?\\)", Repository.read(document)))
                .allSatisfy(link ->
                        assertThat(document.resolveSibling(link).normalize()).exists());
    }

    @Test
    void everyModuleHasAReadme() {
        assertThat(Repository.files("", "pom.xml")).allSatisfy(pom -> {
            if (!pom.getParent().endsWith("connectors")) {
                assertThat(pom.resolveSibling("README.md")).exists();
            }
        });
    }

    @Test
    void mavenCommandsAreRunByTheBuildServer() {
        String scripts = Repository.read(".ci/run") + Repository.read(".ci/readme");
        List<String> commands = Repository.commands("README.md", "sh").stream()
                .filter(line -> line.startsWith("mvn "))
                .toList();
        assertThat(commands)
                .hasSize(2)
                .allSatisfy(command -> assertThat(scripts).contains(command.replace("mvn ", "mvn -B -ntp ")));
    }

    @Test
    void otherCommandsAreOfAKindThatTheBuildServerCanRun() {
        assertThat(Repository.commands("README.md", "sh").stream()
                        .filter(line -> line.startsWith("curl ") || line.startsWith("java -jar ")))
                .hasSizeGreaterThan(8);
        assertThat(Repository.read(".ci/readme"))
                .contains("README.md docs/operations.md")
                .contains("== \"```sh\"");
    }

    @Test
    void theMarkedTablesHaveTheirMakers() {
        List<String> marked = Repository.all("^<!-- table: ([a-z-]+) -->$", Repository.read("README.md"));
        assertThat(marked).containsExactlyInAnyOrder("correctness", "mutants", "bench", "tested-on");
        assertThat(marked)
                .allSatisfy(name -> assertThat(Repository.read(".ci/tables")).contains("    " + name + ")"));
    }

    @Test
    void theModelFilesDocumentNamesEveryAttribute() {
        Set<String> names = new TreeSet<>();
        collect(
                new JsonMapper()
                        .readTree(Repository.read("model-registry/model-file/src/main/resources/dev/lockstep/"
                                + "modelfile/model-1.schema.json")),
                names);
        String document = Repository.read("docs/model-file.md");
        assertThat(names)
                .hasSizeGreaterThan(40)
                .allSatisfy(name -> assertThat(document).containsPattern("`[^`\\n]*\\b" + name + "\\b[^`\\n]*`"));
    }

    private static void collect(JsonNode node, Set<String> names) {
        node.path("properties").propertyNames().forEach(names::add);
        node.forEach(child -> collect(child, names));
    }

    @Test
    void modelsInDocumentsAreValidAndBuilt() {
        for (String name : List.of("docs/model-file.md", "docs/getting-started.md")) {
            List<String> models = Repository.blocks(name, "yaml").stream()
                    .filter(block -> block.startsWith("lockstep: 1"))
                    .toList();
            assertThat(models).isNotEmpty().allSatisfy(text -> {
                var parsed = ModelFile.parse(text, Format.YAML);
                assertThat(parsed.problems()).isEmpty();
                assertThat(NotAvailable.check(parsed.valid().orElseThrow())).isEmpty();
            });
        }
    }
}
