package dev.lockstep.state.jdbc;

import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.LeaseStore;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Clock;
import java.time.Instant;

/**
 * The state in a relational database: an H2 file that processes of one machine share, or PostgreSQL. Every call is one
 * short transaction and returns after its commit. Safe for many threads.
 */
public final class JdbcStateStore implements StateStore, AutoCloseable {
    private final Database database;
    private final ModelStore models;
    private final CheckpointStore checkpoints;
    private final LeaseStore leases;
    private final DeadLetterStore deadLetters;
    private final GapStore gaps;
    private final FindingStore findings;
    private final WaitingKeyStore waitingKeys;
    private final DeleteStore deletes;
    private final TaskStore tasks;
    private final RunStore runs;
    private final SegmentStore segments;
    private final Retention retention;

    private JdbcStateStore(Database database, Clock clock) {
        this.database = database;
        this.models = new JdbcModelStore(database, clock);
        this.checkpoints = new JdbcCheckpointStore(database);
        this.leases = new JdbcLeaseStore(database);
        this.deadLetters = new JdbcDeadLetterStore(database);
        this.gaps = new JdbcGapStore(database);
        this.findings = new JdbcFindingStore(database);
        this.waitingKeys = new JdbcWaitingKeyStore(database);
        this.deletes = new JdbcDeleteStore(database);
        this.tasks = new JdbcTaskStore(database);
        this.runs = new JdbcRunStore(database);
        this.segments = new JdbcSegmentStore(database);
        this.retention = new Retention(database);
    }

    /**
     * Opens the state store, creates or migrates its tables, and blocks until it can be used.
     *
     * @param clock for new epochs and the times of changes that bring none of their own; leases use the database's
     *     clock
     * @throws StateException when it cannot be opened; the message says what to do
     */
    public static JdbcStateStore open(StateSettings settings, Clock clock) {
        return new JdbcStateStore(Opening.open(settings), clock);
    }

    /** Opens the state store with the system's clock. */
    public static JdbcStateStore open(StateSettings settings) {
        return open(settings, Clock.systemUTC());
    }

    @Override
    public ModelStore models() {
        return models;
    }

    @Override
    public CheckpointStore checkpoints() {
        return checkpoints;
    }

    @Override
    public LeaseStore leases() {
        return leases;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return deadLetters;
    }

    @Override
    public GapStore gaps() {
        return gaps;
    }

    @Override
    public FindingStore findings() {
        return findings;
    }

    @Override
    public DeleteStore deletes() {
        return deletes;
    }

    @Override
    public WaitingKeyStore waitingKeys() {
        return waitingKeys;
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public RunStore runs() {
        return runs;
    }

    @Override
    public SegmentStore segments() {
        return segments;
    }

    @Override
    public int prune(Instant now) {
        return retention.prune(now);
    }

    /** Closes all connections; what was committed stays. */
    @Override
    public void close() {
        database.close();
    }
}
