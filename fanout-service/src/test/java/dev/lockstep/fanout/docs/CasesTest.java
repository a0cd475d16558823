package dev.lockstep.fanout.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The map from cases of public reports to tests is complete, and what it names exists. */
class CasesTest {
    private static final List<Integer> NUMBERS = List.of(
            1, 2, 3, 4, 8, 10, 11, 12, 13, 14, 15, 16, 18, 19, 22, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38,
            39, 41, 42, 45, 47, 48, 51, 53, 55, 56, 59, 60, 61, 62, 63, 64, 66, 67, 68, 71, 74, 76, 77, 79, 80, 82);
    private static final String DOCUMENT = Repository.read("docs/cases.md");

    @Test
    void everyCaseStandsThereOnce() {
        assertThat(Repository.all("^\\| P(\\d\\d) \\|", DOCUMENT).stream()
                        .map(Integer::valueOf)
                        .toList())
                .isEqualTo(NUMBERS);
    }

    @Test
    void everyCaseHasATestOrAReason() {
        Map<String, Path> sources = new TreeMap<>();
        Repository.files("", ".java")
                .forEach(file -> sources.put(file.getFileName().toString(), file));
        for (String row : Repository.all("^(\\| P\\d\\d \\|.*)$", DOCUMENT)) {
            String last = Arrays.asList(row.split("\\|")).get(4).strip();
            List<String> tests = Repository.all("`(\\w+#\\w+)`", last);
            assertThat(!tests.isEmpty() || last.matches("(not yet|not applicable): .{10,}"))
                    .as(row)
                    .isTrue();
            tests.forEach(test -> assertThat(isThere(test, sources)).as(test).isTrue());
        }
    }

    private static boolean isThere(String test, Map<String, Path> sources) {
        String[] parts = test.split("#");
        return Optional.ofNullable(sources.get(parts[0] + ".java"))
                .map(Repository::read)
                .filter(text -> text.contains("void " + parts[1] + "("))
                .isPresent();
    }
}
