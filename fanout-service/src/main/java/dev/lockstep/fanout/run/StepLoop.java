package dev.lockstep.fanout.run;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one step machine on one thread until it is interrupted. An unexpected failure is logged and the machine goes
 * on.
 */
final class StepLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(StepLoop.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final String name;
    private final Step step;
    private final Signal signal;
    private final Duration idle;

    StepLoop(String name, Step step, Signal signal, Duration idle) {
        this.name = name;
        this.step = step;
        this.signal = signal;
        this.idle = idle;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                once();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void once() throws InterruptedException {
        long seen = signal.seen();
        try {
            if (step.step() == Step.Outcome.IDLE) {
                signal.await(seen, idle);
            }
        } catch (RuntimeException | Error e) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            log.error(
                    "Could not make a step of {}. It is tried again in {}; if this repeats, report it.",
                    name,
                    AFTER_FAILURE,
                    e);
            signal.await(signal.seen(), AFTER_FAILURE);
        }
    }
}
