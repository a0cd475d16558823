package dev.lockstep.fanout.pipeline;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.fanout.apply.Applier;
import dev.lockstep.fanout.apply.ApplyParts;
import dev.lockstep.fanout.capture.CaptureParts;
import dev.lockstep.fanout.capture.Captures;
import dev.lockstep.fanout.deletes.DeleteParts;
import dev.lockstep.fanout.deletes.DueDeletes;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.lanes.Lanes;
import dev.lockstep.fanout.resync.Drain;
import dev.lockstep.fanout.resync.Resync;
import dev.lockstep.fanout.resync.ResyncParts;
import dev.lockstep.fanout.resync.Settled;
import dev.lockstep.fanout.route.CapturedVersions;
import dev.lockstep.fanout.route.Deletes;
import dev.lockstep.fanout.route.Destinations;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.fanout.route.Router;
import dev.lockstep.fanout.route.Spill;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.fanout.tasks.LargeFanouts;
import dev.lockstep.fanout.tasks.TaskParts;
import dev.lockstep.fanout.watch.CheckQueue;
import dev.lockstep.fanout.watch.CheckerParts;
import dev.lockstep.fanout.watch.LookupLag;
import dev.lockstep.fanout.watch.SecondChecks;
import dev.lockstep.fanout.watch.Watching;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The step machines of one process, wired together. Whoever drives them decides when each makes its next step. */
public final class Pipeline {
    private final Signal work = new Signal();
    private final Signal changed = new Signal();
    private final Models models;
    private final Destinations destinations;
    private final CapturedVersions captured;
    private final Captures captures;
    private final List<Step> appliers = new ArrayList<>();
    private final List<Step> checkers;
    private final Resync resync;
    private final Drain drain;
    private final DueDeletes dueDeletes;
    private final LargeFanouts largeFanouts;
    private final DeadLetters deadLetters;
    private final CheckParts check;

    /**
     * Wires a pipeline; nothing runs yet.
     *
     * @param starter is given each capture loop as soon as a model needs it, to drive it
     */
    public Pipeline(Wiring wiring, BiConsumer<String, Step> starter) {
        StateStore state = wiring.state();
        Limits limits = wiring.limits();
        Wiring.Rules rules = wiring.rules();
        models = new Models(state.models(), wiring.texts().models(), changed::raise);
        deadLetters = new DeadLetters(state.deadLetters(), wiring.signals(), wiring.clock());
        destinations = new Destinations(
                new Lanes(rules.merging(), work::raise),
                new CheckQueue(work::raise),
                lagging(wiring),
                state.waitingKeys(),
                new Deletes(state.deletes(), wiring.clock(), limits.deletes().delay()),
                state.tasks(),
                new Spill(state.tasks(), state.waitingKeys(), limits.tasks().most()));
        captured = new CapturedVersions(limits.remembered());
        NewestCaptured newest = rules.newest().apply(captured);
        check = new CheckParts(wiring.stores(), newest, rules.nonces());
        Router router = new Router(destinations, captured, rules.watch(), wiring.signals());
        captures = new Captures(
                new CaptureParts(
                        wiring.changes(),
                        models,
                        router,
                        destinations,
                        new CaptureParts.State(state.checkpoints(), state.gaps(), state.leases()),
                        rules.trackers(),
                        wiring.failing().backoff(),
                        wiring.clock(),
                        new CaptureParts.Limits(
                                limits.owner(),
                                limits.batch(),
                                limits.inMemory(),
                                limits.pollWait(),
                                limits.lease(),
                                limits.checkpointEvery())),
                starter);
        ApplyParts apply = new ApplyParts(
                wiring.stores(),
                models,
                destinations,
                rules.projector(),
                new ApplyParts.Failures(
                        wiring.failing().calls(), wiring.failing().backoff(), deadLetters),
                wiring.signals(),
                wiring.clock());
        for (int i = 0; i < limits.appliers(); i++) {
            appliers.add(new Applier(apply, limits.batch(), limits.tasks().pages()));
        }
        checkers = Watching.checkers(
                limits.checkers(),
                new CheckerParts(
                        check,
                        models::find,
                        new CheckerParts.Places(state.findings(), deadLetters, state.waitingKeys()),
                        wiring.failing().backoff(),
                        wiring.signals(),
                        wiring.clock()),
                destinations.checks(),
                limits.page());
        ResyncParts again = new ResyncParts(
                check,
                models,
                captures::covers,
                state,
                new ResyncParts.Outputs(wiring.signals(), deadLetters),
                rules.projector(),
                wiring.failing().backoff(),
                wiring.clock(),
                limits.page());
        resync = new Resync(
                again, new Settled(captures::coversSince, lags(wiring), limits.lookupWait(), wiring.clock()));
        drain = new Drain(again, wiring.texts().values());
        dueDeletes = new DueDeletes(new DeleteParts(
                check,
                models,
                captures::covers,
                state.deletes(),
                wiring.texts().values(),
                new DeleteParts.Outputs(wiring.signals(), deadLetters),
                wiring.failing().backoff(),
                wiring.clock(),
                limits.page(),
                limits.deletes().most()));
        largeFanouts = new LargeFanouts(new TaskParts(
                wiring.stores(),
                models,
                captures::covers,
                state.tasks(),
                destinations,
                rules.projector(),
                wiring.texts().values(),
                new TaskParts.Failures(
                        wiring.failing().calls(), wiring.failing().backoff(), deadLetters),
                wiring.signals(),
                wiring.clock()));
    }

    private Destinations.Lagging lagging(Wiring wiring) {
        Duration wait = wiring.limits().lookupWait();
        return new Destinations.Lagging(
                new SecondChecks(lags(wiring), wait, wiring.clock()),
                new LookupLag(wiring.stores(), wiring.state().gaps(), wait, wiring.signals(), wiring.clock()));
    }

    private static Predicate<CopyDefinition> lags(Wiring wiring) {
        return definition ->
                !wiring.stores().copies(definition.copy().at().store()).isConsistent(definition);
    }

    /** Reads what the state store knows; called once before the first step, fails with StateException. */
    public void load() {
        models.reload();
        deadLetters.load();
    }

    /** The models as they run now. */
    public Models models() {
        return models;
    }

    /** What is held in memory. */
    public Destinations destinations() {
        return destinations;
    }

    /** What was captured, by key. */
    public CapturedVersions captured() {
        return captured;
    }

    /** The capture loops. */
    public Captures captures() {
        return captures;
    }

    /** The appliers. */
    public List<Step> appliers() {
        return List.copyOf(appliers);
    }

    /** The checkers. */
    public List<Step> checkers() {
        return checkers;
    }

    /** Fills and full checks. */
    public Resync resync() {
        return resync;
    }

    /** Measures how much look-ups lag. */
    public LookupLag lookupLag() {
        return destinations.lagging().lag();
    }

    /** Keys that waited. */
    public Drain drain() {
        return drain;
    }

    /** Deletes of sources that are due. */
    public DueDeletes dueDeletes() {
        return dueDeletes;
    }

    /** Fan-outs that are too large for one go. */
    public LargeFanouts largeFanouts() {
        return largeFanouts;
    }

    /** What checks outside the pipeline's own threads work with. */
    public CheckParts check() {
        return check;
    }

    /** Raised when there is work for appliers and checkers. */
    public Signal work() {
        return work;
    }

    /** Raised when the models were read again. */
    public Signal changed() {
        return changed;
    }
}
