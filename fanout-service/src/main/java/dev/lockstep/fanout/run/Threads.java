package dev.lockstep.fanout.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The one place where the pipeline's threads are made: one daemon thread for each step machine. */
public final class Threads {
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Starts a thread that drives {@code step}.
     *
     * @param name the thread's name, and the machine's in logs
     * @param signal raised when there may be work
     * @param idle how long to wait for the signal after a step that found nothing
     */
    public synchronized void start(String name, Step step, Signal signal, Duration idle) {
        Thread thread = new Thread(new StepLoop(name, step, signal, idle), "lockstep-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Interrupts all threads and waits for them, at most {@code grace} in total. */
    public synchronized void stop(Duration grace) {
        threads.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + grace.toNanos();
        try {
            for (Thread thread : threads) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left > 0) {
                    thread.join(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.clear();
    }
}
