package dev.lockstep.testkit.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.testkit.Models;
import org.junit.jupiter.api.Test;

class CopyDefinitionTest {
    private static CopyDefinition revision(String field) {
        return Models.model("order-customer", Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field(field, "name"))
                .build()
                .definitions()
                .get(0);
    }

    @Test
    void isAnotherOneInAnotherRevision() {
        assertThat(revision("buyer")).isNotEqualTo(revision("customerName"));
        assertThat(revision("buyer")).isEqualTo(revision("buyer"));
    }

    @Test
    void isFoundInMapsByItsNamesAlone() {
        assertThat(revision("buyer")).hasSameHashCodeAs(revision("customerName"));
        assertThat(revision("buyer").model())
                .hasSameHashCodeAs(revision("customerName").model());
    }
}
