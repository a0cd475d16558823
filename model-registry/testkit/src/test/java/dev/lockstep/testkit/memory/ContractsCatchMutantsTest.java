package dev.lockstep.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.testkit.contract.CheckContract;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.ElementsContract;
import dev.lockstep.testkit.contract.EventWriteContract;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The contracts fail a store that leaves out any one clause. */
class ContractsCatchMutantsTest {
    private static WriteRules rules = WriteRules.strict();

    private static ConnectorFixture mutated() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain().with(rules));
    }

    static class MutatedEventWrites extends EventWriteContract {
        @Override
        protected ConnectorFixture open() {
            return mutated();
        }
    }

    static class MutatedChecks extends CheckContract {
        @Override
        protected ConnectorFixture open() {
            return mutated();
        }
    }

    static class MutatedElements extends ElementsContract {
        @Override
        protected ConnectorFixture open() {
            return mutated();
        }
    }

    private static TestExecutionSummary run() {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        selectClass(MutatedEventWrites.class),
                        selectClass(MutatedChecks.class),
                        selectClass(MutatedElements.class))
                .build();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    @Test
    void everyMutantFailsAContract() {
        Map<String, Long> failures = new LinkedHashMap<>();
        mutants().forEach((name, mutant) -> {
            rules = mutant;
            failures.put(name, run().getTestsFailedCount());
        });
        rules = WriteRules.strict();
        TestExecutionSummary sound = run();

        assertThat(failures)
                .allSatisfy((name, failed) -> assertThat(failed).as(name).isPositive());
        assertThat(sound.getTestsSucceededCount()).isGreaterThan(50);
        assertThat(sound.getTestsFailedCount()).isZero();
    }

    private static Map<String, WriteRules> mutants() {
        Map<String, WriteRules> mutants = new LinkedHashMap<>();
        mutants.put("a write creates records", new WriteRules() {
            @Override
            public boolean upserts() {
                return true;
            }
        });
        mutants.put("an event write compares no pointer", new WriteRules() {
            @Override
            public boolean eventPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
                return true;
            }
        });
        mutants.put("an event write leaves out where", new WriteRules() {
            @Override
            public boolean eventScope(CopyDefinition definition, Doc record) {
                return true;
            }
        });
        mutants.put("an event write compares no label", new WriteRules() {
            @Override
            public boolean eventLabel(Value stored, SourceKey key, Version version) {
                return true;
            }
        });
        mutants.put("an event write compares the labels of two keys", new WriteRules() {
            @Override
            public boolean eventLabel(Value stored, SourceKey key, Version version) {
                return Label.parse(stored)
                        .map(label -> label.version().compareTo(version.text()) < 0)
                        .orElse(true);
            }
        });
        mutants.put("an event write takes a malformed label for a new one", new WriteRules() {
            @Override
            public boolean eventLabel(Value stored, SourceKey key, Version version) {
                return (stored == null || Label.parse(stored).isPresent()) && Label.mayBeReplaced(stored, key, version);
            }
        });
        mutants.put("a check compares no pointer", new WriteRules() {
            @Override
            public boolean checkPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
                return true;
            }
        });
        mutants.put("a check leaves out where", new WriteRules() {
            @Override
            public boolean checkScope(CopyDefinition definition, Doc record) {
                return true;
            }
        });
        mutants.put("a check compares no label", new WriteRules() {
            @Override
            public boolean checkLabel(Value stored, Value expected) {
                return true;
            }
        });
        mutants.put("a check compares versions but no nonces", new WriteRules() {
            @Override
            public boolean checkLabel(Value stored, Value expected) {
                return Label.parse(stored)
                        .map(Label::version)
                        .equals(Label.parse(expected).map(Label::version));
            }
        });
        return mutants;
    }
}
