package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleModelsTest {
    static List<Path> all() {
        return ExampleModels.all().toList();
    }

    static List<Path> shipped() {
        return ExampleModels.shipped();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyExampleIsAccepted(Path file) {
        ParsedModel parsed = ModelFile.parse(ExampleModels.text(file), Format.YAML);

        assertThat(parsed.problems()).isEmpty();
        assertThat(parsed.valid()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyExampleSurvivesItsJson(Path file) {
        Model model =
                ModelFile.parse(ExampleModels.text(file), Format.YAML).valid().orElseThrow();

        ParsedModel again = ModelFile.parse(ModelFile.toJson(model), Format.JSON);

        assertThat(again.problems()).isEmpty();
        assertThat(again.model()).isEqualTo(model);
    }

    @Test
    void theShippedExamplesHaveTheNamesOfTheirFiles() {
        assertThat(ExampleModels.shipped())
                .hasSize(9)
                .allSatisfy(file -> assertThat(ModelFile.parse(ExampleModels.text(file), Format.YAML)
                                .valid()
                                .orElseThrow()
                                .name()
                                .value())
                        .isEqualTo(file.getFileName().toString().replace(".yaml", "")));
    }
}
