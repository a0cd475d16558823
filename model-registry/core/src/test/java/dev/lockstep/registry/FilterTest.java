package dev.lockstep.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterTest {
    private static Filter filter(String path, Value value) {
        return new Filter(Map.of(FieldPath.parse(path), value));
    }

    @Test
    void matchesExactlyItsValues() {
        Filter open = filter("state.name", new Value.Text("OPEN"));

        assertThat(open.matches(Doc.of("state", Doc.of("name", new Value.Text("OPEN")))))
                .isTrue();
        assertThat(open.matches(Doc.of("state", Doc.of("name", new Value.Text("open")))))
                .isFalse();
        assertThat(open.matches(Doc.empty())).isFalse();
        assertThat(Filter.all().matches(Doc.empty())).isTrue();
        assertThat(filter("n", new Value.Int32(1)).matches(Doc.of("n", new Value.Int64(1))))
                .isTrue();
        assertThat(filter("n", new Value.Int32(1)).matches(Doc.of("n", new Value.Text("1"))))
                .isFalse();
    }

    @Test
    void excludesAnotherThatWantsAnotherValueOfOnePath() {
        Filter a = filter("kind", new Value.Text("a"));

        assertThat(a.excludes(filter("kind", new Value.Text("b")))).isTrue();
        assertThat(a.excludes(a)).isFalse();
        assertThat(a.excludes(filter("other", new Value.Text("b")))).isFalse();
        assertThat(a.excludes(Filter.all())).isFalse();
        assertThat(filter("n", new Value.Int32(1)).excludes(filter("n", new Value.Int64(1))))
                .isFalse();
    }
}
