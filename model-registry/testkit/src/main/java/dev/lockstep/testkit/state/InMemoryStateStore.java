package dev.lockstep.testkit.state;

import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.LeaseStore;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Clock;

/**
 * A state store in memory. Every call is one transaction, committed when it returns; the store's clock is the one that
 * it is given. Safe for many threads; never blocks for longer than others compute.
 */
public final class InMemoryStateStore implements StateStore {
    private final StateCell cell;
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

    /** All that a state store held at one moment. */
    public static final class Snapshot {
        private final StateData data;

        private Snapshot(StateData data) {
            this.data = data;
        }
    }

    /** An empty store without faults. */
    public InMemoryStateStore(Clock clock) {
        this(clock, StateFaults.none());
    }

    /** An empty store. */
    public InMemoryStateStore(Clock clock, StateFaults faults) {
        this.cell = new StateCell(clock, faults);
        this.models = new MemoryModels(cell);
        this.checkpoints = new MemoryCheckpoints(cell);
        this.leases = new MemoryLeases(cell);
        this.deadLetters = new MemoryDeadLetters(cell);
        this.gaps = new MemoryGaps(cell);
        this.findings = new MemoryFindings(cell);
        this.waitingKeys = new MemoryWaitingKeys(cell);
        this.deletes = new MemoryDeletes(cell);
        this.tasks = new MemoryTasks(cell);
        this.runs = new MemoryRuns(cell);
        this.segments = new MemorySegments(cell);
    }

    /** Keeps what is stored now. */
    public Snapshot snapshot() {
        return cell.read(data -> new Snapshot(new StateData(data)));
    }

    /** Puts back what was stored then, as a restored backup does. */
    public void restore(Snapshot snapshot) {
        cell.replace(snapshot.data);
    }

    /** Loses everything. */
    public void lose() {
        cell.replace(new StateData());
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
    public WaitingKeyStore waitingKeys() {
        return waitingKeys;
    }

    @Override
    public DeleteStore deletes() {
        return deletes;
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
}
