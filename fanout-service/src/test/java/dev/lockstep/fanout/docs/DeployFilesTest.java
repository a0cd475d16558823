package dev.lockstep.fanout.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.fanout.service.MeterNames;
import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.modelfile.NotAvailable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What can be known of the files in deploy/ without running what they are for. */
class DeployFilesTest {
    private static final String ALERTS = "deploy/prometheus/lockstep-alerts.yml";
    private static final String BOARD = "deploy/grafana/dashboards/lockstep.json";
    private static final String POSTGRESQL = "deploy/k8s/postgresql.yaml";
    private static final String METRIC = "\\b(lockstep_[a-z_]+)";

    static Stream<Path> yamls() {
        return Stream.of(
                        Repository.files("deploy", ".yml"),
                        Repository.files("deploy", ".yaml"),
                        List.of(Repository.path("docker-compose.yml")))
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("yamls")
    void isYaml(Path file) {
        List<Object> documents = new ArrayList<>();
        new Yaml().loadAll(Repository.read(file)).forEach(documents::add);
        assertThat(documents)
                .isNotEmpty()
                .allSatisfy(document -> assertThat(document).isInstanceOf(Map.class));
    }

    @Test
    void alertsAndBoardUseMetricsThatExist() {
        Set<String> exist = MeterNames.scraped();
        Set<String> used = new TreeSet<>(Repository.all(METRIC, expressions()));
        assertThat(used).hasSizeGreaterThan(10);
        assertThat(exist).containsAll(used);
    }

    private static String expressions() {
        StringBuilder text = new StringBuilder();
        Repository.all("^ +expr: (.*)$", Repository.read(ALERTS))
                .forEach(line -> text.append(line).append('\n'));
        board().path("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target ->
                                text.append(target.path("expr").asString()).append('\n')));
        board().path("templating")
                .path("list")
                .forEach(variable ->
                        text.append(variable.path("definition").asString()).append('\n'));
        return text.toString();
    }

    private static JsonNode board() {
        return new JsonMapper().readTree(Repository.read(BOARD));
    }

    @Test
    void everyMetricIsDocumented() {
        String documented = Repository.read("docs/operations.md");
        assertThat(MeterNames.scraped())
                .allSatisfy(name -> assertThat(documented).contains(name.replaceAll("_(bucket|sum|count|max)$", "")));
    }

    @Test
    void everyAlertHasItsParagraphInTheRunbook() {
        List<String> alerts = Repository.all("- alert: (\\w+)", Repository.read(ALERTS));
        List<String> links = Repository.all("runbook_url: (\\S+)", Repository.read(ALERTS));
        List<String> headings = Repository.all("^### (\\w+)$", Repository.read("docs/operations.md"));
        assertThat(links)
                .isEqualTo(alerts.stream()
                        .map(alert -> "docs/operations.md#" + alert.toLowerCase(java.util.Locale.ROOT))
                        .toList());
        assertThat(headings).containsAll(alerts);
    }

    @Test
    void theBoardsDataSourceIsTheProvisionedOne() {
        String uid = Repository.all(
                        "^ +uid: (\\S+)$", Repository.read("deploy/grafana/provisioning/datasources/prometheus.yml"))
                .get(0);
        assertThat(board().path("panels"))
                .isNotEmpty()
                .allSatisfy(
                        panel -> assertThat(panel.path("datasource").path("uid").asString())
                                .isEqualTo(uid));
    }

    @Test
    void filesThatAreMountedOrCopiedExist() {
        List<String> mounted = Repository.all(
                "^ +- \\./([^:]+):",
                Repository.read("docker-compose.yml") + Repository.read("deploy/docker/postgresql.yml"));
        assertThat(mounted)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(Repository.path(name)).exists());
        for (Path file : Repository.files("deploy/docker", ".Dockerfile")) {
            assertThat(Repository.all("^COPY (deploy/\\S+) ", Repository.read(file)))
                    .allSatisfy(name -> assertThat(Repository.path(name)).exists());
        }
        assertThat(Files.isExecutable(Repository.path("deploy/docker/healthcheck")))
                .isTrue();
    }

    /** Variables such as LOCKSTEP_STATE_URL stand for documented settings; others are replaced in lockstep.yml. */
    @Test
    void variablesOfTheEnvironmentAreSettings() {
        String settings = Repository.read("docs/configuration.md");
        for (String name :
                List.of("docker-compose.yml", "deploy/docker/postgresql.yml", "deploy/k8s/sidecar.yaml", POSTGRESQL)) {
            String text = Repository.read(name);
            Set<String> variables = new TreeSet<>(Repository.all("^ +(LOCKSTEP_[A-Z_]+):", text));
            variables.addAll(Repository.all("- name: (LOCKSTEP_[A-Z_]+)$", text));
            assertThat(variables)
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(variable -> assertThat(settings)
                            .containsAnyOf(
                                    variable,
                                    "`"
                                            + variable.toLowerCase(java.util.Locale.ROOT)
                                                    .replace('_', '.') + "`"));
            Repository.all("\\$\\{([A-Z]+_URI)}", text)
                    .forEach(variable -> assertThat(text).contains("- name: " + variable));
        }
    }

    @Test
    void theDockerfilesRunTheCommandsOfTheReadme() {
        List<String> documented = Repository.commands("deploy/README.md", "sh");
        for (Path file : Repository.files("deploy/docker", ".Dockerfile")) {
            String text = Repository.read(file);
            assertThat(documented)
                    .contains(Repository.all("^RUN (mvn .*)$", text).get(0));
            assertThat(documented)
                    .contains(Repository.all("^# (docker build .*)$", text).get(0));
            assertThat(documented).anySatisfy(command -> assertThat(command).endsWith(startOf(text)));
        }
    }

    /** The container's command, with the jar where the build puts it and the configuration of the command line. */
    private static String startOf(String dockerfile) {
        String all = Repository.all("^ENTRYPOINT \\[(.*)]$", dockerfile).get(0)
                + ", "
                + Repository.all("^CMD \\[(.*)]$", dockerfile).get(0);
        return all.replace("\"", "")
                .replace(", ", " ")
                .replace("fanout-service.jar", "fanout-service/target/fanout-service.jar")
                .replace("repair-job.jar", "repair-job/target/repair-job.jar")
                .replace("/etc/lockstep/lockstep.yml", "lockstep.yml");
    }

    @Test
    void theModelsOfTheManifestsAreValidAndBuilt() {
        List<Object> documents = new ArrayList<>();
        new Yaml().loadAll(Repository.read("deploy/k8s/sidecar.yaml")).forEach(documents::add);
        new Yaml().loadAll(Repository.read(POSTGRESQL)).forEach(documents::add);
        for (Object document : documents) {
            Map<?, ?> manifest = (Map<?, ?>) document;
            Map<?, ?> metadata = (Map<?, ?>) manifest.get("metadata");
            if ("lockstep-models".equals(metadata.get("name"))) {
                ((Map<?, ?>) manifest.get("data")).values().forEach(text -> {
                    var parsed = ModelFile.parse((String) text, Format.YAML);
                    assertThat(parsed.problems()).isEmpty();
                    assertThat(NotAvailable.check(parsed.valid().orElseThrow())).isEmpty();
                });
            }
        }
    }
}
