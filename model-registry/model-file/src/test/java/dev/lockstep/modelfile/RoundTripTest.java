package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundTripTest {
    @Test
    void everyModelComesBackFromItsJson() {
        long seed = Long.getLong("lockstep.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            Model model = RandomModels.model(random);
            String json = ModelFile.toJson(model);
            ParsedModel parsed = ModelFile.parse(json, Format.JSON);

            assertThat(parsed.problems().stream().filter(Problem::refuses))
                    .as("seed %d, round %d: %s", seed, i, json)
                    .isEmpty();
            assertThat(parsed.model())
                    .as("seed %d, round %d: %s", seed, i, json)
                    .isEqualTo(model);
            assertThat(ModelFile.toJson(parsed.valid().orElseThrow())).isEqualTo(json);
            assertThat(ModelDiff.between(model, parsed.valid().orElseThrow())).isEmpty();
        }
    }
}
