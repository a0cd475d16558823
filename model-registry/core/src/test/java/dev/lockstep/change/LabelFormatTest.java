package dev.lockstep.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels are in the copies of every user: their format is a contract. */
class LabelFormatTest {
    private static final SourceKey SHORT = SourceKey.of(Map.of("customerId", new Value.Text("cust_42")));
    private static final SourceKey NUMBER = SourceKey.of(Map.of("customerId", new Value.Int32(42)));
    private static final SourceKey TWO =
            SourceKey.of(Map.of("tenant", new Value.Text("t"), "id", new Value.Native("objectId", "65f0c1")));
    private static final SourceKey LONG = SourceKey.of(Map.of("customerId", new Value.Text("c".repeat(100))));
    private static final Version VERSION =
            new Version(new Epoch(218_000_000), new Position("66d1f0a00000000100000002"));

    @Test
    void isFrozen() throws IOException {
        String labels = String.join(
                "\n",
                "event write: " + Label.of(SHORT, VERSION).toDoc().canonical(),
                "check: " + Label.of(SHORT, VERSION, "n0nce").toDoc().canonical(),
                "fill: "
                        + Label.of(SHORT, new Version(new Epoch(1), Position.ZERO))
                                .toDoc()
                                .canonical(),
                "number: " + Label.of(NUMBER, VERSION).toDoc().canonical(),
                "several variables: " + Label.of(TWO, VERSION).toDoc().canonical(),
                "long key: " + Label.of(LONG, VERSION).toDoc().canonical(),
                "");

        assertThat(labels)
                .as("a change here makes every label unreadable: raise the format number instead")
                .isEqualTo(Files.readString(Path.of("src/test/resources/golden/labels.txt"), StandardCharsets.UTF_8));
    }
}
