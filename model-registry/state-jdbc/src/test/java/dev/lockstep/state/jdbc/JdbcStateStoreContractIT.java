package dev.lockstep.state.jdbc;

import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.contract.StateContract;
import dev.lockstep.testkit.contract.StateStoreContract;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

class JdbcStateStoreContractIT extends StateStoreContract {
    @TempDir
    Path directory;

    private static int stores;

    @Override
    protected StateContract.StateFixture open() {
        JdbcStateStore store =
                JdbcStateStore.open(StateSettings.file(directory.resolve("store" + stores++)), Clock.systemUTC());
        return new StateContract.StateFixture() {
            @Override
            public StateStore store() {
                return store;
            }

            /** Leases run by the database's clock, which nobody can move. */
            @Override
            public void pass(Duration length) {
                long end = System.nanoTime() + length.toNanos();
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                }
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }
}
