package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.FieldPath;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPipelineTest {
    private static final Pattern WATCHED = Pattern.compile(StreamPipeline.regex(
            Set.of(FieldPath.of("name"), FieldPath.of("a", "b"), FieldPath.of("with.dot"), FieldPath.of("$x(", "y"))));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "name.first",
                "name.0",
                "a",
                "a.b",
                "a.b.c",
                "with.dot",
                "with",
                "$x(",
                "$x(.y",
                "$x(.y.z"
            })
    void letsThroughWhatOverlapsAWatchedPath(String name) {
        assertThat(WATCHED.matcher(name).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"names", "nam", "a.c", "ab", "xname", "name\n", "with.other", "x.name"})
    void leavesOutTheRest(String name) {
        assertThat(WATCHED.matcher(name).find()).isFalse();
    }
}
