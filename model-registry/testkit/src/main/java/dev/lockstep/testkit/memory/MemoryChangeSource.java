package dev.lockstep.testkit.memory;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Opens the log of a store; its partitions are {@code p0}, {@code p1}, … */
final class MemoryChangeSource implements ChangeSource {
    private final InMemoryConnector connector;

    MemoryChangeSource(InMemoryConnector connector) {
        this.connector = connector;
    }

    @Override
    public List<String> partitions(Set<String> collections) {
        return connector.run(
                Operation.PARTITIONS,
                () -> IntStream.range(0, connector.store().partitions())
                        .mapToObj(i -> "p" + i)
                        .toList());
    }

    @Override
    public ChangeStream open(String partition, Subscription subscription, Start start) {
        return connector.run(
                Operation.OPEN,
                () -> new MemoryChangeStream(
                        connector, Integer.parseInt(partition.substring(1)), subscription, after(start)));
    }

    private long after(Start start) {
        ChangeLog log = connector.store().log;
        if (start instanceof After after) {
            return ResumeToken.parse(after.point()).positionIn(log);
        }
        return start instanceof Oldest ? log.oldest() - 1 : log.newest();
    }

    /** What a resume point holds: which stream, and the number of the last change delivered. */
    record ResumeToken(int generation, long number) {
        static ResumeToken parse(ResumePoint point) {
            String[] parts = point.token().split("-", 2);
            return new ResumeToken(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
        }

        ResumePoint point() {
            return new ResumePoint(generation + "-" + ChangeLog.position(number));
        }

        long positionIn(ChangeLog log) {
            if (generation != log.generation() || number < log.oldest() - 1) {
                throw MemoryChangeStream.historyLost();
            }
            return number;
        }
    }
}
