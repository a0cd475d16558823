package dev.lockstep.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CopyStateTest {
    private static final StoreName SHOP = new StoreName("shop");
    private static final KeyPattern POINTER =
            new KeyPattern(List.of(new KeyPattern.Part(FieldPath.of("sku"), Template.parse("{sku}"))));
    private static final RecordKey ORDER = new RecordKey(Doc.of("_id", new Value.Int32(1)));

    private static CopyDefinition definition(boolean inElements) {
        Copy copy = new Copy(
                new CopyName("lines"),
                new CollectionRef(SHOP, "orders"),
                POINTER,
                new Find.ByIndex("items.sku_1"),
                inElements ? new Elements(FieldPath.of("items"), POINTER) : null,
                new Filter(Map.of(FieldPath.of("status"), new Value.Text("OPEN"))),
                List.of(new FieldRule(FieldPath.of("productName"), Template.parse("{title}"))),
                Copy.Strategy.STREAM,
                Copy.Mode.ENFORCE,
                null,
                Copy.OnSourceDelete.KEEP,
                Map.of(),
                Copy.OnMissing.UNSET,
                Copy.Guard.VERSION,
                true,
                Set.of(),
                null,
                null,
                null,
                null);
        Source source = new Source(
                new CollectionRef(SHOP, "products"), POINTER, Filter.all(), null, Filter.all(), Source.OnExpire.DELETE);
        return new CopyDefinition(new Model(new ModelName("order-lines"), null, null, source, List.of(copy)), copy);
    }

    private static Doc line(String sku) {
        return Doc.of("sku", new Value.Text(sku));
    }

    @Test
    void groupsElementsThatOneWriteReaches() {
        Label label = Label.of(key("a"), new Version(new Epoch(1), Position.ZERO));
        Doc labelled = line("a").with(definition(true).labelPath("_lockstep"), label.toDoc());
        Doc order = Doc.of("status", new Value.Text("OPEN"))
                .with(
                        FieldPath.of("items"),
                        new Value.Items(List.of(line("a"), line("b"), line("a"), labelled, new Value.Text("odd"))));

        List<CopyState> states = CopyState.of(definition(true), ORDER, order, "_lockstep");

        assertThat(states).extracting(state -> state.occurrences().size()).containsExactly(2, 1, 1);
        assertThat(states)
                .extracting(state -> state.pointer().orElseThrow())
                .containsExactly(key("a"), key("b"), key("a"));
        assertThat(states.get(2).parsedLabel()).contains(label);
        assertThat(states).allMatch(CopyState::inScope);
    }

    private static SourceKey key(String sku) {
        return SourceKey.of(Map.of("sku", new Value.Text(sku)));
    }

    @Test
    void isTheRecordItselfWithoutElements() {
        List<CopyState> states = CopyState.of(definition(false), ORDER, line("a"), "_lockstep");

        assertThat(states).singleElement().satisfies(state -> {
            assertThat(state.inScope()).isFalse();
            assertThat(state.pointer()).contains(key("a"));
            assertThat(state.label()).isNull();
        });
        assertThat(CopyState.of(definition(false), ORDER, Doc.empty(), "_lockstep")
                        .get(0)
                        .pointer())
                .isEmpty();
    }

    @Test
    void hasNoStatesWithoutTheArray() {
        assertThat(CopyState.of(definition(true), ORDER, Doc.empty(), "_lockstep"))
                .isEmpty();
    }
}
