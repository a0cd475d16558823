package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelDiffTest {
    private static final String TEXT = ExampleModels.text(Path.of("../../deploy/examples/order-customer.yaml"));

    private static Model changed(String from, String to) {
        assertThat(TEXT).contains(from);
        return ModelFixtures.parse(TEXT.replace(from, to));
    }

    @Test
    void hasOneLinePerChangedAttribute() {
        Model after = changed("customerTier: tier", "customerTier: profile.tier\n      vip: vip");

        assertThat(ModelDiff.between(ModelFixtures.parse(TEXT), after))
                .extracting(ModelDiff.Line::toString)
                .containsExactly(
                        "copies[orders].fields.customerTier: \"tier\" → \"profile.tier\"",
                        "copies[orders].fields.vip: (none) → \"vip\"");
    }

    @Test
    void seesNothingInAnotherOrderOrInWrittenDefaults() {
        Model model = ModelFixtures.parse(TEXT);
        Model same = changed(
                "      customerName: name                    # copy field <- source field\n      customerTier: tier",
                "      customerTier: tier\n      customerName: name\n    mode: enforce\n    store: shop");

        assertThat(ModelDiff.between(model, same)).isEmpty();
        assertThat(ModelDiff.raisesEpoch(model, same)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "collection: customers | collection: people",
                "store: shop | store: other",
                "{customerId: _id} | {customerId: no}",
                "pointer: {customerId: customerId} | pointer: {cid: customerId}",
                "index: customerId_1 | index: other_1",
                "customerTier: tier | customerTier: profile.tier",
                "strategy: stream | 'where: {status: OPEN}\n    strategy: stream'",
                "strategy: stream | 'onMissing: keep\n    strategy: stream'",
                "- collection: orders | '- name: others\n    collection: orders'",
            })
    void raisesTheEpochForWhatMakesPositionsIncomparable(String from, String to) {
        assertThat(ModelDiff.raisesEpoch(ModelFixtures.parse(TEXT), changed(from, to)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "strategy: stream | strategy: repair",
                "team-orders | team-sales",
                "freshness: 5s | freshness: 6s",
                "sensitive: [customerName] | sensitive: [customerTier]",
            })
    void leavesTheEpochForAnythingElse(String from, String to) {
        assertThat(ModelDiff.between(ModelFixtures.parse(TEXT), changed(from, to)))
                .hasSize(1);
        assertThat(ModelDiff.raisesEpoch(ModelFixtures.parse(TEXT), changed(from, to)))
                .isFalse();
    }
}
