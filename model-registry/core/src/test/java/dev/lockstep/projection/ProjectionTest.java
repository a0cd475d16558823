package dev.lockstep.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProjectionTest {
    private static final FieldPath NAME = FieldPath.of("customerName");
    private static final FieldPath LABEL = FieldPath.parse("shown.label");
    private static final Doc SOURCE = Doc.of("name", new Value.Text("Ann"))
            .with(FieldPath.parse("profile.tier"), new Value.Int32(2))
            .with(FieldPath.of("nothing"), Value.Null.NULL);

    private static Copy copy(Copy.OnMissing onMissing, String name, String label) {
        return new Copy(
                new CopyName("orders"),
                new CollectionRef(new StoreName("shop"), "orders"),
                new KeyPattern(List.of(new KeyPattern.Part(FieldPath.of("id"), Template.parse("{id}")))),
                new Find.Unchosen(),
                null,
                Filter.all(),
                List.of(new FieldRule(NAME, Template.parse(name)), new FieldRule(LABEL, Template.parse(label))),
                Copy.Strategy.STREAM,
                Copy.Mode.ENFORCE,
                null,
                Copy.OnSourceDelete.KEEP,
                Map.of(),
                onMissing,
                Copy.Guard.VERSION,
                true,
                Set.of(),
                null,
                null,
                null,
                null);
    }

    @Test
    void isAlwaysComplete() {
        Projected projected = Projection.of(copy(Copy.OnMissing.UNSET, "{name}", "{name} ({profile.tier})"), SOURCE);

        assertThat(projected.assignments())
                .containsExactly(
                        Map.entry(NAME, new Projected.Set(new Value.Text("Ann"))),
                        Map.entry(LABEL, new Projected.Set(new Value.Text("Ann (2)"))));
    }

    @Test
    void followsThePolicyForWhatTheSourceLacks() {
        assertThat(Projection.of(copy(Copy.OnMissing.UNSET, "{x}", "{x}!"), SOURCE)
                        .assignments()
                        .values())
                .containsOnly(new Projected.Unset());
        assertThat(Projection.of(copy(Copy.OnMissing.NULL, "{x}", "{x}!"), SOURCE)
                        .assignments()
                        .values())
                .containsOnly(new Projected.Set(Value.Null.NULL));
        assertThat(Projection.of(copy(Copy.OnMissing.KEEP, "{x}", "{x}!"), SOURCE)
                        .assignments()
                        .values())
                .containsOnly(new Projected.Keep());
        assertThat(Projection.of(copy(Copy.OnMissing.UNSET, "{nothing}", "{name}"), SOURCE)
                        .assignments()
                        .get(NAME))
                .isEqualTo(new Projected.Set(Value.Null.NULL));
    }

    @Test
    void makesEqualWhatItFindsDifferent() {
        Projected projected = Projection.of(copy(Copy.OnMissing.UNSET, "{name}", "{missing}"), SOURCE);
        Doc stale = Doc.of("customerName", new Value.Text("Old")).with(LABEL, new Value.Text("x"));

        assertThat(projected.differences(stale, Comparison.STRICT)).containsExactly(NAME, LABEL);
        Doc right = projected.applyTo(stale);
        assertThat(projected.differences(right, Comparison.STRICT)).isEmpty();
        assertThat(right.get(LABEL)).isNull();
        assertThat(projected.differences(Doc.empty(), Comparison.STRICT)).containsExactly(NAME);
    }

    @Test
    void neitherComparesNorWritesWhatIsKept() {
        Projected projected = Projection.of(copy(Copy.OnMissing.KEEP, "{x}", "{x}"), SOURCE);
        Doc any = Doc.of("customerName", new Value.Text("Old"));

        assertThat(projected.differences(any, Comparison.STRICT)).isEmpty();
        assertThat(projected.applyTo(any)).isEqualTo(any);
    }

    @Test
    void tellsNullFromMissing() {
        Projected projected = new Projected(Map.of(NAME, new Projected.Unset()));

        assertThat(projected.differences(Doc.of("customerName", Value.Null.NULL), Comparison.STRICT))
                .containsExactly(NAME);
    }
}
