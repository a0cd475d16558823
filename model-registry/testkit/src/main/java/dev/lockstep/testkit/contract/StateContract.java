package dev.lockstep.testkit.contract;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of state stores share. */
@NullUnmarked
public abstract class StateContract {
    static final ModelName MODEL = new ModelName("order-customer");
    static final ModelName OTHER = new ModelName("order-product");
    static final CopyName ORDERS = new CopyName("orders");
    static final CopyName LINES = new CopyName("lines");
    static final StoreName SHOP = new StoreName("shop");
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    StateStore state;

    /** A state store and its clock. */
    public interface StateFixture extends AutoCloseable {
        /** The empty store under test. */
        StateStore store();

        /** Lets so much time pass for the leases: moves the store's clock, or else what it is compared with. */
        void pass(Duration length);

        /** Closes the store and drops its data. */
        @Override
        void close();
    }

    StateFixture fixture;

    /** Opens an empty store. Called once for each test. */
    protected abstract StateFixture open();

    /** Opens the store. */
    @BeforeEach
    public final void openFixture() {
        fixture = open();
        state = fixture.store();
    }

    /** Closes the store. */
    @AfterEach
    public final void closeFixture() {
        if (fixture != null) {
            fixture.close();
        }
    }
}
