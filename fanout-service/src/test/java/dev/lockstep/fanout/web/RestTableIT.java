package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The design's table, the controllers, OpenAPI and the module's README name the same calls. */
class RestTableIT extends WebTest {
    private static final Pattern README_CALL = Pattern.compile("`(GET|POST|PUT|PATCH|DELETE) (/\\S+)`");

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    private record Line(boolean built, String method, String path) {
        String call() {
            return method + " " + path;
        }
    }

    private static List<Line> table() throws IOException {
        return new ClassPathResource("rest-table.txt")
                .getContentAsString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" +"))
                .map(cells -> new Line(cells[0].equals("built"), cells[1], cells[2]))
                .toList();
    }

    private static Set<String> calls() throws IOException {
        return table().stream().map(Line::call).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void controllersHaveExactlyTheTable() throws IOException {
        Set<String> mapped = new TreeSet<>();
        mappings.getHandlerMethods()
                .keySet()
                .forEach(info -> info.getPatternValues().stream()
                        .filter(path -> path.startsWith("/api/") && !path.equals("/api/v1/overview"))
                        .forEach(path ->
                                info.getMethodsCondition().getMethods().forEach(m -> mapped.add(m + " " + path))));
        assertThat(mapped).isEqualTo(calls());
    }

    @Test
    void openApiHasExactlyTheTable() throws IOException {
        Answer docs = get("/v3/api-docs");
        assertThat(docs.status()).isEqualTo(200);
        Set<String> described = new TreeSet<>();
        docs.json()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method ->
                                described.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey())));
        assertThat(described).isEqualTo(calls());
    }

    @Test
    void theReadmeHasExactlyTheTable() throws IOException {
        Matcher matcher = README_CALL.matcher(Files.readString(Path.of("README.md")));
        Set<String> written = new TreeSet<>();
        while (matcher.find()) {
            written.add(matcher.group(1) + " /api/v1" + matcher.group(2));
        }
        assertThat(written).isEqualTo(calls());
    }

    @Test
    void whatIsMissingAnswers501AndStandsInTheChangelog() throws IOException {
        String changelog = Files.readString(Path.of("../CHANGELOG.md")).toLowerCase(Locale.ROOT);
        for (Line line : table()) {
            if (!line.built()) {
                String path = line.path().replaceAll("\\{id}", "1").replaceAll("\\{\\w+}", "some");
                Answer answer = change(line.method(), path, "");
                assertThat(answer.status()).as(line.call()).isEqualTo(501);
                assertThat(answer.problem()).isEqualTo("not-built");
                Matcher named = Pattern.compile("as \"([^\"]+)\"")
                        .matcher(answer.json().path("detail").asString());
                assertThat(named.find()).as(line.call()).isTrue();
                assertThat(changelog).contains(named.group(1).toLowerCase(Locale.ROOT));
            }
        }
    }

    @Test
    void whatIsBuiltNeverAnswers501() throws IOException {
        for (Line line : table()) {
            if (line.built()) {
                String path = line.path().replaceAll("\\{id}", "1").replaceAll("\\{\\w+}", "some");
                assertThat(change(line.method(), path, line.method().equals("GET") ? "" : "{}")
                                .status())
                        .as(line.call())
                        .isLessThan(500);
            }
        }
    }
}
