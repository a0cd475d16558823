package dev.lockstep.fanout.explore;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiFunction;

/** A store that forgets what was acknowledged, as a replication slot does. */
final class Trimming implements ChangeSource {
    private final ChangeSource source;
    private final MemoryStore store;

    private Trimming(ChangeSource source, MemoryStore store) {
        this.source = source;
        this.store = store;
    }

    /** The store forgets; what lies over it is what the process sees. */
    static BiFunction<ChangeSource, MemoryStore, ChangeSource> under(
            BiFunction<ChangeSource, MemoryStore, ChangeSource> over) {
        return (source, store) -> over.apply(new Trimming(source, store), store);
    }

    @Override
    public java.util.List<String> partitions(Set<String> collections) {
        return source.partitions(collections);
    }

    @Override
    public ChangeStream open(String partition, Subscription subscription, Start start) {
        return new Stream(source.open(partition, subscription, start), store);
    }

    /** A stream whose acknowledgements count. */
    static final class Stream implements ChangeStream {
        private final ChangeStream stream;
        private final MemoryStore store;

        Stream(ChangeStream stream, MemoryStore store) {
            this.stream = stream;
            this.store = store;
        }

        @Override
        public String identity() {
            return stream.identity();
        }

        @Override
        public Batch poll(int most, Duration wait) {
            return stream.poll(most, wait);
        }

        @Override
        public void acknowledge(ResumePoint point) {
            stream.acknowledge(point);
            store.forgetHistory(point);
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
