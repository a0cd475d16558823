package dev.lockstep.fanout.service;

import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.fanout.run.Threads;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the pipeline's threads with the service, and ends them gracefully: reading stops, what is in memory is applied
 * for at most the configured grace, the checkpoint is stored and the leases are given back.
 */
final class RunningPipeline implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(RunningPipeline.class);
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration SELDOM = Duration.ofSeconds(1);

    private final Pipeline pipeline;
    private final Map<String, Step> others;
    private final Threads threads;
    private final Duration grace;
    private volatile boolean running;

    RunningPipeline(Pipeline pipeline, Map<String, Step> others, Threads threads, Duration grace) {
        this.pipeline = pipeline;
        this.others = others;
        this.threads = threads;
        this.grace = grace;
    }

    @Override
    public void start() {
        pipeline.load();
        int number = 0;
        for (Step applier : pipeline.appliers()) {
            threads.start("apply-" + ++number, applier, pipeline.work(), OFTEN);
        }
        number = 0;
        for (Step checker : pipeline.checkers()) {
            threads.start("check-" + ++number, checker, pipeline.work(), OFTEN);
        }
        threads.start("captures", pipeline.captures(), pipeline.changed(), SELDOM);
        threads.start("resync", pipeline.resync(), pipeline.changed(), Duration.ofMillis(200));
        threads.start("drain", pipeline.drain(), pipeline.changed(), SELDOM);
        threads.start("deletes", pipeline.dueDeletes(), pipeline.changed(), SELDOM);
        threads.start("lookup-lag", pipeline.lookupLag(), new Signal(), OFTEN);
        threads.start("spill", pipeline.destinations().spill(), pipeline.changed(), SELDOM);
        threads.start("tasks", pipeline.largeFanouts(), pipeline.work(), Duration.ofMillis(200));
        others.forEach((name, step) -> threads.start(name, step, new Signal(), SELDOM.multipliedBy(2)));
        running = true;
    }

    @Override
    public void stop() {
        pipeline.captures().stopReading();
        long deadline = System.nanoTime() + grace.toNanos();
        Signal nothing = new Signal();
        try {
            while (pipeline.destinations().size() > 0 && System.nanoTime() < deadline) {
                nothing.await(nothing.seen(), OFTEN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int left = pipeline.destinations().size();
        if (left > 0) {
            log.warn("Stopped with {} changes not yet applied. They are applied again after the next start.", left);
        }
        threads.stop(Duration.ofSeconds(5));
        pipeline.captures().close();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Ends before the web server and the stores do. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1;
    }
}
