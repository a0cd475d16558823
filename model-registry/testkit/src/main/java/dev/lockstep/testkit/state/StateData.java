package dev.lockstep.testkit.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.LeaseStore;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Everything a state store holds: maps of immutable values, so that copying the maps copies all of it. */
final class StateData {
    /** A partition of a store's stream. */
    record PartitionId(StoreName store, String partition) {}

    /** A copy definition. */
    record CopyId(ModelName model, CopyName copy) {}

    /** What a waiting key is merged by. */
    record WaitingId(ModelName model, Optional<CopyName> copy, String key) {}

    /** What a model's deletes have changed since a moment. */
    record Spent(Instant since, long copies) {}

    /** A lease and when it ends. */
    record Held(LeaseStore.Lease lease, Instant until) {}

    /** A copy definition of a run. */
    record PartsOf(long run, CopyName copy) {}

    /** A copy that waits for its fix. */
    record Wrong(PartsOf of, SegmentStore.WrongCopy copy) {}

    long lastId;
    boolean writesPaused;
    final TreeMap<ModelName, ModelStore.StoredModel> models;
    final Map<ModelName, List<ModelStore.Revision>> revisions;
    final Map<ModelName, Long> epochs;
    final TreeMap<Long, ModelStore.AuditEntry> audits;
    final Map<PartitionId, CheckpointStore.Checkpoint> checkpoints;
    final Map<String, Held> leases;
    final Map<String, Long> fences;
    final TreeMap<Long, DeadLetterStore.DeadLetter> letters;
    final TreeMap<Long, GapStore.Gap> gaps;
    final TreeMap<Long, FindingStore.Finding> findings;
    final Map<CopyId, FindingStore.Measurement> measurements;
    final TreeMap<Long, WaitingKeyStore.WaitingKey> waiting;
    final Map<WaitingId, Long> waitingIds;
    final TreeMap<Long, DeleteStore.PendingDelete> deletes;
    final Map<WaitingId, Long> deleteIds;
    final Map<ModelName, Spent> spent;
    final TreeMap<Long, TaskStore.Task> tasks;
    final Map<WaitingId, Long> taskIds;
    final TreeMap<Long, RunStore.Run> runs;
    final Map<PartsOf, List<SegmentStore.Part>> parts;
    final TreeMap<Long, Wrong> wrong;

    StateData() {
        models = new TreeMap<>();
        revisions = new HashMap<>();
        epochs = new HashMap<>();
        audits = new TreeMap<>();
        checkpoints = new HashMap<>();
        leases = new HashMap<>();
        fences = new HashMap<>();
        letters = new TreeMap<>();
        gaps = new TreeMap<>();
        findings = new TreeMap<>();
        measurements = new HashMap<>();
        waiting = new TreeMap<>();
        waitingIds = new HashMap<>();
        deletes = new TreeMap<>();
        deleteIds = new HashMap<>();
        spent = new HashMap<>();
        tasks = new TreeMap<>();
        taskIds = new HashMap<>();
        runs = new TreeMap<>();
        parts = new HashMap<>();
        wrong = new TreeMap<>();
    }

    StateData(StateData from) {
        lastId = from.lastId;
        writesPaused = from.writesPaused;
        models = new TreeMap<>(from.models);
        revisions = new HashMap<>(from.revisions);
        epochs = new HashMap<>(from.epochs);
        audits = new TreeMap<>(from.audits);
        checkpoints = new HashMap<>(from.checkpoints);
        leases = new HashMap<>(from.leases);
        fences = new HashMap<>(from.fences);
        letters = new TreeMap<>(from.letters);
        gaps = new TreeMap<>(from.gaps);
        findings = new TreeMap<>(from.findings);
        measurements = new HashMap<>(from.measurements);
        waiting = new TreeMap<>(from.waiting);
        waitingIds = new HashMap<>(from.waitingIds);
        deletes = new TreeMap<>(from.deletes);
        deleteIds = new HashMap<>(from.deleteIds);
        spent = new HashMap<>(from.spent);
        tasks = new TreeMap<>(from.tasks);
        taskIds = new HashMap<>(from.taskIds);
        runs = new TreeMap<>(from.runs);
        parts = new HashMap<>(from.parts);
        wrong = new TreeMap<>(from.wrong);
    }

    long nextId() {
        return ++lastId;
    }
}
