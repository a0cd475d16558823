package dev.lockstep.fanout.explore;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parts of the SPI with another one inside, for mutants to change one call of. */
final class Wraps {
    private Wraps() {}

    // ---------------------------------------------------------------- streams

    static ChangeSource streams(ChangeSource source, UnaryOperator<ChangeStream> change) {
        return new ChangeSource() {
            @Override
            public List<String> partitions(Set<String> collections) {
                return source.partitions(collections);
            }

            @Override
            public ChangeStream open(String partition, Subscription subscription, Start start) {
                return change.apply(source.open(partition, subscription, start));
            }
        };
    }

    static ChangeSource changes(ChangeSource source, UnaryOperator<Change> change) {
        return streams(source, stream -> new Stream(stream) {
            @Override
            public Batch poll(int most, Duration wait) {
                Batch batch = super.poll(most, wait);
                List<Captured> changed = new ArrayList<>();
                batch.changes()
                        .forEach(
                                captured -> changed.add(captured instanceof Change one ? change.apply(one) : captured));
                return new Batch(changed, batch.resumeAfter(), batch.upTo());
            }
        });
    }

    /** A stream that passes everything on. */
    static class Stream implements ChangeStream {
        final ChangeStream stream;

        Stream(ChangeStream stream) {
            this.stream = stream;
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
        }

        @Override
        public void close() {
            stream.close();
        }
    }

    // ---------------------------------------------------------------- stores

    static CheckParts.Access copies(CheckParts.Access access, UnaryOperator<CopyStore> change) {
        return new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName store) {
                return change.apply(access.copies(store));
            }

            @Override
            public RecordReader records(StoreName store) {
                return access.records(store);
            }
        };
    }

    static CheckParts.Access versions(CheckParts.Access access, UnaryOperator<Version> change) {
        return copies(access, copies -> new Copies(copies) {
            @Override
            public List<WriteResult> write(List<EventWrite> writes) {
                return super.write(writes.stream()
                        .map(write -> new EventWrite(
                                write.definition(),
                                write.key(),
                                change.apply(write.version()),
                                write.projected(),
                                write.from()))
                        .toList());
            }
        });
    }

    static CheckParts.Access conflictsAreDone(CheckParts.Access access) {
        return copies(access, copies -> new Copies(copies) {
            @Override
            public List<CheckResult> check(List<CheckWrite> writes) {
                return super.check(writes).stream()
                        .<CheckResult>map(result -> result instanceof Conflict ? new Applied() : result)
                        .toList();
            }
        });
    }

    /** Copies that pass everything on. */
    static class Copies implements CopyStore {
        final CopyStore copies;

        Copies(CopyStore copies) {
            this.copies = copies;
        }

        @Override
        public boolean isConsistent(CopyDefinition definition) {
            return copies.isConsistent(definition);
        }

        @Override
        public List<WriteResult> write(List<EventWrite> writes) {
            return copies.write(writes);
        }

        @Override
        public WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
            return copies.remove(definition, key, version, from);
        }

        @Override
        public CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
            return copies.find(definition, key, after, limit);
        }

        @Override
        public List<dev.lockstep.store.CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
            return copies.read(definition, records);
        }

        @Override
        public List<CheckResult> check(List<CheckWrite> writes) {
            return copies.check(writes);
        }

        @Override
        public List<Segment> segments(CopyDefinition definition, int wanted) {
            return copies.segments(definition, wanted);
        }

        @Override
        public CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
            return copies.scan(definition, segment, after, limit);
        }

        @Override
        public List<dev.lockstep.store.CopyState> sample(CopyDefinition definition, int size) {
            return copies.sample(definition, size);
        }
    }

    /** Reads the sources in a step before the copies: the first read of copies only reads their sources, and fails. */
    static final class SourceFirst implements CheckParts.Access {
        private final CheckParts.Access access;
        private final Map<String, Doc> early = new TreeMap<>();
        private boolean isEarly;

        SourceFirst(CheckParts.Access access) {
            this.access = access;
        }

        @Override
        public CopyStore copies(StoreName store) {
            return new Copies(access.copies(store)) {
                @Override
                public List<dev.lockstep.store.CopyState> read(
                        CopyDefinition definition, Collection<RecordKey> records) {
                    if (isEarly) {
                        return super.read(definition, records);
                    }
                    Source source = definition.model().source();
                    List<SourceKey> keys = super.read(definition, records).stream()
                            .flatMap(state -> state.pointer().stream())
                            .toList();
                    early.clear();
                    access.records(source.at().store())
                            .read(source, keys, Optional.empty())
                            .forEach((key, record) -> early.put(key.canonical(), record));
                    isEarly = true;
                    throw new StoreException(StoreException.Kind.TRANSIENT, "once more", null);
                }
            };
        }

        @Override
        public RecordReader records(StoreName store) {
            RecordReader reader = access.records(store);
            return new RecordReader() {
                @Override
                public Map<SourceKey, Doc> read(
                        Source source, Collection<SourceKey> keys, Optional<Position> notBefore) {
                    Map<SourceKey, Doc> found = new TreeMap<>(reader.read(source, keys, notBefore));
                    if (isEarly) {
                        found.replaceAll((key, record) -> early.getOrDefault(key.canonical(), record));
                        isEarly = false;
                    }
                    return found;
                }

                @Override
                public List<Segment> segments(Source source, int wanted) {
                    return reader.segments(source, wanted);
                }

                @Override
                public Page scan(Source source, Segment segment, @Nullable Cursor after, int limit) {
                    return reader.scan(source, segment, after, limit);
                }
            };
        }
    }

    // ---------------------------------------------------------------- state

    static StateStore models(StateStore state, UnaryOperator<ModelStore> change) {
        return (StateStore) Proxy.newProxyInstance(
                Wraps.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(state, arguments);
                        return result instanceof ModelStore models ? change.apply(models) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The state store with other deletes. */
    static StateStore deletes(StateStore state, UnaryOperator<DeleteStore> change) {
        DeleteStore deletes = change.apply(state.deletes());
        return (StateStore) Proxy.newProxyInstance(
                Wraps.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("deletes") ? deletes : method.invoke(state, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Deletes that pass everything on. */
    static class Deletes implements DeleteStore {
        final DeleteStore deletes;

        Deletes(DeleteStore deletes) {
            this.deletes = deletes;
        }

        @Override
        public void add(List<PendingDelete> added) {
            deletes.add(added);
        }

        @Override
        public List<PendingDelete> due(ModelName model, java.time.Instant now, int limit) {
            return deletes.due(model, now, limit);
        }

        @Override
        public boolean remove(PendingDelete delete) {
            return deletes.remove(delete);
        }

        @Override
        public boolean spend(
                ModelName model, java.time.Instant now, java.time.Duration window, long copies, long most) {
            return deletes.spend(model, now, window, copies, most);
        }

        @Override
        public int hold(ModelName model) {
            return deletes.hold(model);
        }

        @Override
        public int release(ModelName model) {
            return deletes.release(model);
        }

        @Override
        public void forget(ModelName model) {
            deletes.forget(model);
        }

        @Override
        public Map<ModelName, Counts> counts() {
            return deletes.counts();
        }
    }

    /** Models that pass everything on. */
    static class Models implements ModelStore {
        final ModelStore models;

        Models(ModelStore models) {
            this.models = models;
        }

        @Override
        public boolean writesPaused() {
            return models.writesPaused();
        }

        @Override
        public void pauseWrites(boolean paused) {
            models.pauseWrites(paused);
        }

        @Override
        public List<StoredModel> all() {
            return models.all();
        }

        @Override
        public Optional<StoredModel> find(ModelName name) {
            return models.find(name);
        }

        @Override
        public Optional<StoredModel> save(
                ModelName name, int expected, Revision revision, boolean raiseEpoch, ModelState to) {
            return models.save(name, expected, revision, raiseEpoch, to);
        }

        @Override
        public void setState(ModelName name, ModelState to, @Nullable String reason) {
            models.setState(name, to, reason);
        }

        @Override
        public boolean changeState(ModelName name, int revision, ModelState from, ModelState to) {
            return models.changeState(name, revision, from, to);
        }

        @Override
        public Epoch raiseEpoch(ModelName name, String reason) {
            return models.raiseEpoch(name, reason);
        }

        @Override
        public boolean delete(ModelName name, int expected, String author, @Nullable String reason) {
            return models.delete(name, expected, author, reason);
        }

        @Override
        public List<Revision> revisions(ModelName name) {
            return models.revisions(name);
        }

        @Override
        public void audit(AuditEntry entry) {
            models.audit(entry);
        }

        @Override
        public List<AuditEntry> audits(long before, int limit) {
            return models.audits(before, limit);
        }
    }
}
