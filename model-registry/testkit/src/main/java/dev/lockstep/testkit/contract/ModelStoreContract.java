package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.ModelStore.StoredModel;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Models, revisions, epochs (rule R6) and the audit. */
@NullUnmarked
public abstract class ModelStoreContract extends StateContract {
    private static Revision revision(String definition) {
        return new Revision(0, definition, "zoe", NOON, "because", "+ field");
    }

    private StoredModel register() {
        return state.models()
                .save(MODEL, 0, revision("{\"a\":1}"), true, ModelState.UNVERIFIED)
                .orElseThrow();
    }

    /** Every change is a revision, kept for ever. */
    @Test
    void keepsEveryRevision() {
        StoredModel first = register();
        StoredModel second = state.models()
                .save(MODEL, 1, revision("{\"a\":2}"), false, ModelState.ACTIVE)
                .orElseThrow();

        assertThat(first.revision()).isEqualTo(1);
        assertThat(second.revision()).isEqualTo(2);
        assertThat(second.epoch()).isEqualTo(first.epoch());
        assertThat(second.state()).isEqualTo(ModelState.ACTIVE);
        assertThat(state.models().find(MODEL)).contains(second);
        assertThat(state.models().all()).containsExactly(second);
        assertThat(state.models().revisions(MODEL))
                .containsExactly(
                        new Revision(1, "{\"a\":1}", "zoe", NOON, "because", "+ field"),
                        new Revision(2, "{\"a\":2}", "zoe", NOON, "because", "+ field"));
    }

    /** Optimistic: whoever saw an older revision is refused, and changes nothing. */
    @Test
    void refusesARevisionOfSomethingElseThanTheActiveOne() {
        register();

        for (int wrong : List.of(0, 2)) {
            assertThat(state.models().save(MODEL, wrong, revision("{}"), true, ModelState.ACTIVE))
                    .isEmpty();
        }
        assertThat(state.models().save(OTHER, 1, revision("{}"), true, ModelState.ACTIVE))
                .isEmpty();

        assertThat(state.models().revisions(MODEL)).hasSize(1);
        assertThat(state.models().find(OTHER)).isEmpty();
        assertThat(state.models().revisions(OTHER)).isEmpty();
    }

    /** R6: an epoch grows, whatever raises it. */
    @Test
    void raisesEpochsOnly() {
        Epoch first = register().epoch();
        Epoch second = state.models().raiseEpoch(MODEL, "the stream is another one");
        Epoch third = state.models()
                .save(MODEL, 1, revision("{}"), true, ModelState.ACTIVE)
                .orElseThrow()
                .epoch();

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates().isSorted();
        assertThat(state.models().find(MODEL).orElseThrow().epoch()).isEqualTo(third);
        assertThat(state.models().find(MODEL).orElseThrow().revision()).isEqualTo(2);
    }

    /** R6: epochs are seconds since 2020, so that they grow even after a lost state store. */
    @Test
    void allocatesEpochsByTheClock() {
        assertThat(register().epoch().number()).isGreaterThan(100_000_000L);
    }

    /** A deleted model keeps its history, and goes on counting when it comes back. */
    @Test
    void goesOnCountingAfterADeletion() {
        Epoch before = register().epoch();

        assertThat(state.models().delete(MODEL, 7, "zoe", null)).isFalse();
        assertThat(state.models().delete(MODEL, 1, "zoe", "no longer used")).isTrue();
        assertThat(state.models().delete(MODEL, 1, "zoe", null)).isFalse();
        assertThat(state.models().delete(OTHER, 0, "zoe", null)).isFalse();

        assertThat(state.models().all()).isEmpty();
        assertThat(state.models().find(MODEL).orElseThrow().state()).isEqualTo(ModelState.DELETED);
        StoredModel again = register();
        assertThat(again.revision()).isEqualTo(2);
        assertThat(again.epoch()).isGreaterThan(before);
        assertThat(state.models().all()).containsExactly(again);
    }

    /** The state comes with its reason. */
    @Test
    void setsStates() {
        register();

        state.models().setState(MODEL, ModelState.BROKEN, "the index is gone");
        StoredModel broken = state.models().find(MODEL).orElseThrow();
        state.models().setState(MODEL, ModelState.ACTIVE, null);
        state.models().setState(OTHER, ModelState.ACTIVE, null);

        assertThat(broken.state()).isEqualTo(ModelState.BROKEN);
        assertThat(broken.stateReason()).isEqualTo("the index is gone");
        assertThat(state.models().find(MODEL).orElseThrow().stateReason()).isNull();
        assertThat(state.models().find(OTHER)).isEmpty();
    }

    /** Newest first, in pages; what changes models is in it by itself. */
    @Test
    void keepsTheAudit() {
        register();
        for (int i = 0; i < 3; i++) {
            state.models().audit(new AuditEntry(0, NOON, "zoe", "pause", "model x" + i, null));
        }

        List<AuditEntry> newest = state.models().audits(0, 2);
        List<AuditEntry> older = state.models().audits(newest.get(1).id(), 10);

        assertThat(newest).extracting(AuditEntry::subject).containsExactly("model x2", "model x1");
        assertThat(older).extracting(AuditEntry::subject).containsExactly("model x0", "model order-customer");
        assertThat(older.get(1).author()).isEqualTo("zoe");
    }

    /** Definitions are kept to the letter. */
    @Test
    void keepsDefinitionsToTheLetter() {
        String definition = "{\"name\":\"Ærø 木 𝄞 \\\" \\\\\",\"long\":\"" + "x".repeat(100_000) + "\"}";

        state.models().save(MODEL, 0, revision(definition), true, ModelState.ACTIVE);

        assertThat(state.models().find(MODEL).map(StoredModel::definition)).isEqualTo(Optional.of(definition));
    }

    @Test
    void pausesTheWritesOfAllModels() {
        assertThat(state.models().writesPaused()).isFalse();
        state.models().pauseWrites(true);
        state.models().pauseWrites(true);
        assertThat(state.models().writesPaused()).isTrue();
        state.models().pauseWrites(false);
        assertThat(state.models().writesPaused()).isFalse();
    }
}
