package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NotAvailableTest {
    static List<Path> shipped() {
        return ExampleModels.shipped();
    }

    private static Model contract(String name) {
        return ModelFixtures.parse(ExampleModels.text(Path.of("src/test/resources/models", name)));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedExampleIsBuilt(Path file) {
        assertThat(NotAvailable.check(ModelFixtures.parse(ExampleModels.text(file))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "everything.yaml | source.version",
                "everything.yaml | source.onExpire",
                "everything.yaml | copies[0].strategy",
                "everything.yaml | copies[0].mode",
                "everything.yaml | copies[0].guard",
                "single-table.yaml | copies[2].find.buckets",
                "single-table.yaml | copies[5].find.by",
                "via.yaml | copies[0].find.by",
            })
    void refusesWhatIsNotBuilt(String file, String path) {
        assertThat(NotAvailable.check(contract(file))).anySatisfy(problem -> {
            assertThat(problem.path()).isEqualTo(path);
            assertThat(problem.code()).isEqualTo("not-available");
            assertThat(problem.message()).endsWith("not available on this store yet.");
            assertThat(problem.severity()).isEqualTo(Problem.Severity.ERROR);
        });
    }

    @Test
    void acceptsTemplatesPrefixesAndKeysOfIndexes() {
        assertThat(NotAvailable.check(contract("via.yaml"))).hasSize(1);
        assertThat(NotAvailable.check(contract("single-table.yaml")))
                .extracting(Problem::path)
                .noneMatch(path -> path.matches("source.*|copies\\[[014]].*"));
    }
}
