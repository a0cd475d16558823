package dev.lockstep.connectors.debezium;

import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.testkit.contract.Ability;
import dev.lockstep.testkit.contract.ChangeSourceContract;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.relational.PostgresFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

class PostgresChangeSourceIT extends ChangeSourceContract {
    private static int slots;

    @Override
    protected ConnectorFixture open() {
        String url = PostgresServer.database();
        String slot = "contract_" + ProcessHandle.current().pid() + "_" + ++slots;
        String makeSlot = "SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput')"
                + " WHERE NOT EXISTS (SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + slot + "')";
        PostgresServer.execute(url, "CREATE PUBLICATION " + slot);
        return new PostgresFixture(
                url,
                factory().open(new StoreName("shop"), Map.of("url", url, "slot", slot, "publication", slot)),
                Set.of(Ability.STREAMS, Ability.ONE_STREAM, Ability.IDLE_RESUME_POINTS),
                List.of("ALTER PUBLICATION " + slot + " ADD TABLE %s", makeSlot),
                () -> {
                    PostgresServer.dropSlots(url);
                    PostgresServer.execute(url, makeSlot);
                });
    }

    /** As an application finds it. */
    private static ConnectorFactory factory() {
        AtomicReference<ConnectorFactory> found = new AtomicReference<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DebeziumConnectorAutoConfiguration.class,
                        ClassUtils.resolveClassName(
                                "dev.lockstep.connectors.jdbc.JdbcConnectorAutoConfiguration", null)))
                .run(context -> found.set(context.getBean(ConnectorFactory.class)));
        return found.get();
    }
}
