package dev.lockstep.fanout.dashboard;

import dev.lockstep.fanout.observe.StatusView;
import dev.lockstep.fanout.observe.TaskView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the page shows, in one answer. Internal: it changes with the page.
 *
 * @param now the service's time
 * @param startedAt when the service started; counters count from here
 * @param models each model's figures
 * @param stores configured stores
 * @param streams stream partitions
 * @param writesPaused true while no copy of any model is written
 * @param tasks the oldest large fan-outs that are under way
 * @param recent the newest fan-outs that reached their copies
 * @param files model files that are not applied
 */
record Overview(
        Instant now,
        Instant startedAt,
        List<StatusView> models,
        List<Store> stores,
        List<Stream> streams,
        boolean writesPaused,
        List<TaskView> tasks,
        List<Recent> recent,
        List<File> files) {
    /** A store. */
    record Store(
            String store,
            String kind,
            String connection,
            String detail,
            @Nullable String product,
            boolean imitation) {}

    /** A stream partition. */
    record Stream(
            String store,
            String partition,
            String state,
            String detail,
            long lagMs,
            @Nullable Instant durableUpTo) {}

    /** A fan-out that reached all its copies; {@code key} is ready for paths. */
    record Recent(String model, String copy, String key, long applied, Instant durableAt, long tookMs) {}

    /** A model file that is not applied. */
    record File(String file, List<Map<String, String>> problems) {}
}
