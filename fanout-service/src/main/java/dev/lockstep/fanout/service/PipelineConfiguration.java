package dev.lockstep.fanout.service;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.fanout.run.Threads;
import dev.lockstep.fanout.sample.Sampler;
import dev.lockstep.fanout.sample.SamplerParts;
import dev.lockstep.fanout.settings.LockstepProperties;
import dev.lockstep.modelfile.CanonicalJson;
import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.Stores;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the pipeline of production and runs it. */
@Configuration(proxyBeanMethods = false)
class PipelineConfiguration {
    private static final String LABEL_PREFIX = "_lockstep";
    private static final Duration SAMPLE_GRACE = Duration.ofSeconds(5);

    @Bean
    Threads pipelineThreads() {
        return new Threads();
    }

    @Bean
    Meters meters(MeterRegistry registry, Clock clock) {
        return new Meters(registry, clock);
    }

    @Bean
    Pipeline pipeline(
            Stores stores,
            StateStore state,
            Meters meters,
            Clock clock,
            LockstepProperties properties,
            Threads threads) {
        Wiring wiring = new Wiring(
                CheckParts.Access.of(stores),
                store -> stores.get(store).changes(),
                state,
                new Wiring.Texts(
                        definition -> ModelFile.parse(definition, Format.JSON).valid(), CanonicalJson::parse),
                Wiring.Rules.production(LABEL_PREFIX),
                Wiring.Failing.production(),
                meters,
                clock,
                limits(properties));
        return new Pipeline(wiring, (name, loop) -> threads.start(name, loop, new Signal(), Duration.ofMillis(20)));
    }

    private static Limits limits(LockstepProperties properties) {
        Limits defaults = Limits.defaults(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
        return new Limits(
                defaults.owner(),
                defaults.appliers(),
                defaults.checkers(),
                properties.capture().batch(),
                defaults.page(),
                defaults.inMemory(),
                defaults.remembered(),
                defaults.pollWait(),
                properties.lease().length(),
                defaults.checkpointEvery(),
                new Limits.Deletes(
                        properties.delete().delay(), properties.delete().max()),
                new Limits.Tasks(defaults.tasks().pages(), properties.tasks().max()),
                properties.lookup().delay());
    }

    @Bean
    PipelineControl pipelineControl(Pipeline pipeline, StateStore state, Clock clock) {
        return new Control(pipeline, state.deadLetters(), CanonicalJson::parse, clock);
    }

    @Bean
    PipelineStatus pipelineStatus(Pipeline pipeline, Meters meters, StateStore state, Clock clock) {
        return new Status(pipeline, meters, state.waitingKeys(), clock);
    }

    @Bean
    RunningPipeline runningPipeline(
            Pipeline pipeline,
            Stores stores,
            StateStore state,
            Clock clock,
            Threads threads,
            LockstepProperties properties) {
        Mender mender = new Mender(pipeline.models(), stores, state.gaps());
        return new RunningPipeline(
                pipeline,
                Map.of(
                        "mender",
                        mender,
                        "sampler",
                        sampler(pipeline, state, clock),
                        "pruner",
                        new Pruner(state, clock)),
                threads,
                properties.shutdown().grace());
    }

    private static Sampler sampler(Pipeline pipeline, StateStore state, Clock clock) {
        return new Sampler(new SamplerParts(
                pipeline.check(),
                pipeline.models()::current,
                state.findings(),
                active -> time -> pipeline.captures().isDurable(active, time),
                clock,
                SAMPLE_GRACE));
    }
}
