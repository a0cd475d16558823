package dev.lockstep.fanout.bench;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.Breakers;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.fanout.run.Threads;
import dev.lockstep.modelfile.CanonicalJson;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The step machines of production wired as in production, on one connector, for whoever drives them. */
final class LockstepPipeline {
    private final Connector connector;
    private final Pipeline pipeline;
    private final List<Step> loops = new ArrayList<>();
    private Consumer<Step> starter = loop -> {};

    /** Wires it; every model of the state store has the definition {@code model}. */
    LockstepPipeline(Connector connector, StateStore state, Model model, Clock clock, Limits limits, Signals signals) {
        this.connector = connector;
        pipeline = new Pipeline(
                new Wiring(
                        new CheckParts.Access() {
                            @Override
                            public CopyStore copies(StoreName name) {
                                return connector.copies();
                            }

                            @Override
                            public RecordReader records(StoreName name) {
                                return connector.records();
                            }
                        },
                        name -> connector.changes(),
                        state,
                        new Wiring.Texts(text -> Optional.of(model), CanonicalJson::parse),
                        Wiring.Rules.production("_lockstep"),
                        new Wiring.Failing(new Breakers(), Backoff.exponential()),
                        signals,
                        clock,
                        limits),
                (name, loop) -> {
                    loops.add(loop);
                    starter.accept(loop);
                });
        pipeline.load();
    }

    /** Registers the model as the service does; the pipelines made later run it. */
    static void register(StateStore state, Model model, Clock clock) {
        state.models()
                .save(
                        model.name(),
                        0,
                        new ModelStore.Revision(1, "{}", "bench", clock.instant(), null, ""),
                        true,
                        ModelState.UNVERIFIED);
    }

    static Limits limits(String owner, Duration pollWait) {
        Limits usual = Limits.defaults(owner);
        return new Limits(
                owner,
                usual.appliers(),
                usual.checkers(),
                usual.batch(),
                usual.page(),
                usual.inMemory(),
                usual.remembered(),
                pollWait,
                usual.lease(),
                usual.checkpointEvery(),
                usual.deletes(),
                Limits.Tasks.DEFAULT,
                Limits.LOOKUP_WAIT);
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /** Drives the machines by the threads of production, as the service does. */
    void start(Threads threads) {
        Duration often = Duration.ofMillis(20);
        starter = loop -> threads.start("capture", loop, new Signal(), often);
        for (Step writer : writers()) {
            threads.start("write", writer, pipeline.work(), often);
        }
        threads.start("captures", pipeline.captures(), pipeline.changed(), Duration.ofSeconds(1));
        threads.start("resync", pipeline.resync(), pipeline.changed(), Duration.ofMillis(200));
        threads.start("tasks", pipeline.largeFanouts(), pipeline.work(), Duration.ofMillis(200));
        threads.start("drain", pipeline.drain(), pipeline.changed(), Duration.ofSeconds(1));
    }

    /** The capture loops made so far. */
    List<Step> loops() {
        return List.copyOf(loops);
    }

    /** Those that write copies. */
    List<Step> writers() {
        List<Step> writers = new ArrayList<>(pipeline.appliers());
        writers.addAll(pipeline.checkers());
        return writers;
    }

    /** All of them. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(writers());
        steps.addAll(loops);
        steps.add(pipeline.captures());
        steps.add(pipeline.resync());
        steps.add(pipeline.largeFanouts());
        steps.add(pipeline.drain());
        return steps;
    }

    /** From now on no call reaches the store. */
    void cutOff() {
        connector.close();
    }
}
