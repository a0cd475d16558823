package dev.lockstep.fanout.explore;

import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.value.Doc;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One mutant per clause of rule R8. */
final class DeleteMutants {
    private DeleteMutants() {}

    static void add() {
        Mutants.mutant(
                "R8 a delete is durable before its change is done",
                "it is stored at the next look for what is due",
                deletes(Late::new),
                "source deleted, crash");
        Mutants.mutant(
                "R8 a delete waits",
                "it is due at once",
                deletes(deletes -> new Wraps.Deletes(deletes) {
                    @Override
                    public List<PendingDelete> due(dev.lockstep.registry.ModelName model, Instant now, int limit) {
                        return super.due(model, now.plus(Duration.ofDays(1)), limit);
                    }
                }),
                "source back in time");
        Mutants.mutant(
                "R8 a source that is back is only checked",
                "a delete that is due takes the source for gone",
                DeleteMutants::takesForGone,
                "source back in time");
        Mutants.mutant(
                "R8 the policy has the delete's position",
                "it has the log's end",
                DeleteMutants::atTheLogsEnd,
                "source deleted and back");
        Mutants.mutant(
                "R8 a delete that came again stays",
                "what was carried out is removed whatever came since",
                deletes(deletes -> new Wraps.Deletes(deletes) {
                    @Override
                    public boolean remove(PendingDelete delete) {
                        return super.remove(delete)
                                || super.due(delete.model(), delete.due().plus(Duration.ofDays(1)), 10).stream()
                                        .filter(now -> now.id() == delete.id())
                                        .anyMatch(super::remove);
                    }
                }),
                "source deleted twice");
        Mutants.mutant(
                "R8 a source found missing is a finding",
                "it is a delete",
                DeleteMutants::missingIsDeleted,
                "copy of no source");
    }

    private static UnaryOperator<Parts> deletes(UnaryOperator<DeleteStore> change) {
        return parts -> {
            parts.state = state -> Wraps.deletes(state, deletes -> parts.remember(change.apply(deletes)));
            return parts;
        };
    }

    /** Keeps deletes in memory until somebody asks for what is due. */
    private static final class Late extends Wraps.Deletes {
        private final List<PendingDelete> kept = new ArrayList<>();

        Late(DeleteStore deletes) {
            super(deletes);
        }

        @Override
        public void add(List<PendingDelete> added) {
            kept.addAll(added);
        }

        @Override
        public Map<dev.lockstep.registry.ModelName, Counts> counts() {
            super.add(List.copyOf(kept));
            kept.clear();
            return super.counts();
        }
    }

    /** Only a delete that is due reads one source with a position and no image: every change carries its own. */
    private static Parts takesForGone(Parts parts) {
        parts.stores = (access, world) -> new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName store) {
                return access.copies(store);
            }

            @Override
            public RecordReader records(StoreName store) {
                RecordReader reader = access.records(store);
                return new RecordReader() {
                    @Override
                    public Map<SourceKey, Doc> read(
                            Source source,
                            Collection<SourceKey> keys,
                            Optional<dev.lockstep.change.Position> notBefore) {
                        return Map.of();
                    }

                    @Override
                    public List<Segment> segments(Source source, int wanted) {
                        return reader.segments(source, wanted);
                    }

                    @Override
                    public Page scan(
                            Source source,
                            Segment segment,
                            dev.lockstep.store.@org.jspecify.annotations.Nullable Cursor after,
                            int limit) {
                        return reader.scan(source, segment, after, limit);
                    }
                };
            }
        };
        return parts;
    }

    private static Parts atTheLogsEnd(Parts parts) {
        parts.stores = (access, world) -> new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName store) {
                return new Wraps.Copies(access.copies(store)) {
                    @Override
                    public List<WriteResult> write(List<EventWrite> writes) {
                        return super.write(writes.stream()
                                .map(write -> isPolicy(write) ? atEnd(write, world) : write)
                                .toList());
                    }
                };
            }

            @Override
            public RecordReader records(StoreName store) {
                return access.records(store);
            }
        };
        return parts;
    }

    private static boolean isPolicy(CopyStore.EventWrite write) {
        return write.projected()
                .equals(Projection.afterDelete(write.definition().copy()));
    }

    private static CopyStore.EventWrite atEnd(CopyStore.EventWrite write, World world) {
        Version end = new Version(write.version().epoch(), world.sources().newest());
        return new CopyStore.EventWrite(write.definition(), write.key(), end, write.projected(), write.from());
    }

    private static Parts missingIsDeleted(Parts parts) {
        parts.state = state -> (StateStore) Proxy.newProxyInstance(
                DeleteMutants.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    Object result = method.invoke(state, arguments);
                    return result instanceof FindingStore findings ? deleting(findings, state) : result;
                });
        return parts;
    }

    private static FindingStore deleting(FindingStore findings, StateStore state) {
        return (FindingStore) Proxy.newProxyInstance(
                DeleteMutants.class.getClassLoader(),
                new Class<?>[] {FindingStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("report") && arguments[0] instanceof FindingStore.Finding finding) {
                        var model = state.models().find(finding.model()).orElseThrow();
                        state.deletes()
                                .add(List.of(new DeleteStore.PendingDelete(
                                        0,
                                        finding.model(),
                                        "{\"customerId\":\"C\"}",
                                        new Version(model.epoch(), dev.lockstep.change.Position.ZERO),
                                        finding.firstSeen(),
                                        finding.firstSeen(),
                                        DeleteStore.State.WAITING,
                                        0)));
                    }
                    return method.invoke(findings, arguments);
                });
    }
}
