package dev.lockstep.fanout.explore;

import dev.lockstep.change.Change;
import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.change.Version;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.fanout.checkpoint.LowWaterTracker;
import dev.lockstep.fanout.checkpoint.Ticket;
import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.fanout.lanes.Routed;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.fanout.watch.WatchRule;
import dev.lockstep.projection.Projected;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.testkit.memory.StaleReads;
import dev.lockstep.testkit.memory.WriteRules;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One mutant per clause of the engine's rules. */
final class Mutants {
    static final List<Mutant> ALL = new ArrayList<>();

    private Mutants() {}

    static {
        mutant(
                "R1 the copy exists",
                "an event write creates what is gone",
                writes(new WriteRules() {
                    @Override
                    public boolean upserts() {
                        return true;
                    }
                }),
                "delete a copy");
        mutant(
                "R1 the pointer names this key",
                "event writes don't look at the pointer",
                writes(new WriteRules() {
                    @Override
                    public boolean eventPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
                        return true;
                    }

                    @Override
                    public boolean checkPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
                        return WriteRules.strict().checkPointer(definition, occurrence, key);
                    }
                }),
                "move only");
        mutant(
                "R1 the label is older",
                "event writes replace any label",
                writes(new WriteRules() {
                    @Override
                    public boolean eventLabel(@Nullable Value stored, SourceKey key, Version version) {
                        return true;
                    }
                }),
                "zombie, in short");
        mutant(
                "R1 labels of two keys are never compared",
                "another key's label counts",
                writes(new WriteRules() {
                    @Override
                    public boolean eventLabel(@Nullable Value stored, SourceKey key, Version version) {
                        return Label.parse(stored)
                                .map(label -> label.version().compareTo(version.text()) < 0)
                                .orElse(true);
                    }
                }),
                "move, positions that don't compare");
        mutant(
                "R1 the projection is complete",
                "only what changed is written",
                parts -> {
                    parts.changes = (source, store) -> Wraps.changes(source, Mutants::onlyTouched);
                    return rules(rules -> new Wiring.Rules(
                                    rules.merging(),
                                    rules.trackers(),
                                    rules.watch(),
                                    (definition, key, source) -> present(Projection.of(definition.copy(), source)),
                                    rules.nonces(),
                                    rules.newest()))
                            .apply(parts);
                },
                "updates");
        mutant(
                "merging keeps all copy definitions",
                "the newest change's only",
                merging(),
                "updates of two definitions");
        mutant("R2 after durable writes", "the checkpoint follows capture", trackers(Eager::new), "crash, in short");
        mutant(
                "R2 contiguous",
                "the newest change that is done moves the checkpoint",
                trackers(Holey::new),
                "crash, in short");
        mutant(
                "R2 upstream is acknowledged after the checkpoint",
                "it is acknowledged when polled",
                parts -> {
                    parts.changes = (source, store) -> Wraps.streams(source, Mutants::acknowledgedWhenPolled);
                    return parts;
                },
                "trimmed");
        mutant(
                "R3 inserts are watched",
                "they are ignored",
                watch(change -> change.kind() == Change.Kind.INSERT),
                "insert");
        mutant(
                "R3 pointer moves are watched",
                "they are ignored",
                watch(change -> change.kind() == Change.Kind.UPDATE
                        && change.touched().orElseThrow().overlaps(FieldPath.of("customerId"))),
                "move only");
        mutant(
                "R3 foreign writes are watched",
                "they are ignored",
                watch(change -> change.kind() == Change.Kind.UPDATE
                        && !change.touched().orElseThrow().overlaps(FieldPath.of("customerId"))),
                "foreign");
        mutant(
                "R3 whole saves are watched",
                "they are ignored",
                watch(change -> change.kind() == Change.Kind.REPLACE),
                "save");
        mutant(
                "R3 the source is read after the copy",
                "it is read before",
                parts -> {
                    parts.stores = (access, world) -> parts.remember(new Wraps.SourceFirst(access));
                    return parts;
                },
                "foreign");
        mutant(
                "R3 the label is the newest captured",
                "what was captured is not known",
                rules(rules -> new Wiring.Rules(
                        rules.merging(),
                        rules.trackers(),
                        rules.watch(),
                        rules.projector(),
                        rules.nonces(),
                        newest -> NewestCaptured.none())),
                "zombie and insert, in short");
        mutant(
                "R3 the label is the one read",
                "checks don't compare labels",
                writes(new WriteRules() {
                    @Override
                    public boolean checkLabel(@Nullable Value stored, @Nullable Value expected) {
                        return true;
                    }
                }),
                "foreign");
        mutant(
                "R3 a fresh nonce",
                "always the same",
                rules(rules -> new Wiring.Rules(
                        rules.merging(),
                        rules.trackers(),
                        rules.watch(),
                        rules.projector(),
                        () -> "same",
                        rules.newest())),
                "repair across a crash");
        mutant(
                "R3 a lost condition starts again",
                "it is taken as done",
                parts -> {
                    parts.stores = (access, world) -> Wraps.conflictsAreDone(access);
                    return parts;
                },
                "repair across a crash");
        mutant(
                "R5 a value read has its event's position",
                "it has the log's end",
                parts -> {
                    parts.stores = (access, world) -> Wraps.versions(
                            access,
                            version -> version.max(
                                    new Version(version.epoch(), world.sources().newest())));
                    return parts;
                },
                "updates read");
        mutant("R6 another stream, another epoch", "the epoch stays", epochStays(), "stream restarts");
        mutant("R6 a restored store, another epoch", "the epoch stays", epochStays(), "store restored");
        mutant("R6 another revision, another epoch", "the epoch stays", epochStays(), "revision");
        mutant(
                "R7 repair is a check",
                "repair writes without a condition",
                parts -> {
                    parts.repairRules = new WriteRules() {
                        @Override
                        public boolean checkLabel(@Nullable Value stored, @Nullable Value expected) {
                            return true;
                        }
                    };
                    return parts;
                },
                "repair");
        mutant(
                "R7 a fill is at position 0",
                "it is at the log's end",
                parts -> {
                    parts.stores = (access, world) -> Wraps.versions(
                            access,
                            version -> version.position().equals(Position.ZERO)
                                    ? new Version(
                                            version.epoch(), world.sources().newest())
                                    : version);
                    return parts;
                },
                "fill");
        mutant(
                "R9 a check never creates",
                "it creates what is gone",
                writes(new WriteRules() {
                    @Override
                    public boolean upserts() {
                        return true;
                    }
                }),
                "delete a checked copy");
        mutant(
                "R10 a strong read is not older than the event",
                "it is one change old",
                parts -> {
                    parts.stale = Mutants::oneChangeOld;
                    return parts;
                },
                "foreign");
        DeleteMutants.add();
        TaskMutants.add();
        ChainWorlds.addMutants();
        RepairWorlds.addMutants();
        LookupWorlds.addMutants();
    }

    static void mutant(String clause, String how, UnaryOperator<Parts> change, String... worlds) {
        ALL.add(new Mutant(clause, how, List.of(worlds), change));
    }

    private static UnaryOperator<Parts> writes(WriteRules rules) {
        return parts -> {
            parts.writeRules = rules;
            return parts;
        };
    }

    private static UnaryOperator<Parts> rules(UnaryOperator<Wiring.Rules> change) {
        return parts -> {
            parts.rules = change;
            return parts;
        };
    }

    private static UnaryOperator<Parts> watch(Predicate<Change> ignored) {
        return rules(rules -> new Wiring.Rules(
                rules.merging(),
                rules.trackers(),
                (change, definition) -> ignored.test(change)
                        ? WatchRule.Decision.IGNORE
                        : rules.watch().decide(change, definition),
                rules.projector(),
                rules.nonces(),
                rules.newest()));
    }

    private static UnaryOperator<Parts> trackers(java.util.function.Supplier<Tracker> trackers) {
        return rules(rules -> new Wiring.Rules(
                rules.merging(), trackers, rules.watch(), rules.projector(), rules.nonces(), rules.newest()));
    }

    private static UnaryOperator<Parts> merging() {
        return rules(rules -> new Wiring.Rules(
                (waiting, arrived) -> {
                    Routed right = rules.merging().merge(waiting, arrived);
                    return new Routed(
                            right.active(),
                            right.key(),
                            right.version(),
                            right.image(),
                            right.removed(),
                            arrived.copies(),
                            right.oldestCommit(),
                            right.tickets(),
                            right.attempts());
                },
                rules.trackers(),
                rules.watch(),
                rules.projector(),
                rules.nonces(),
                rules.newest()));
    }

    private static Change onlyTouched(Change change) {
        Doc after = change.after();
        if (after == null
                || change.touched().isEmpty()
                || !change.collection().collection().equals("customers")) {
            return change;
        }
        Map<String, Value> left = new LinkedHashMap<>();
        after.entries().forEach((name, value) -> {
            if (name.equals("_id") || change.touched().get().overlaps(FieldPath.of(name))) {
                left.put(name, value);
            }
        });
        return new Change(
                change.collection(),
                change.key(),
                change.kind(),
                change.before(),
                Doc.of(left),
                change.touched(),
                change.position(),
                change.committedAt());
    }

    private static Projected present(Projected projected) {
        Map<FieldPath, Projected.Assignment> kept = new LinkedHashMap<>();
        projected.assignments().forEach((path, assignment) -> {
            if (assignment instanceof Projected.Set) {
                kept.put(path, assignment);
            }
        });
        return new Projected(kept);
    }

    private static ChangeStream acknowledgedWhenPolled(ChangeStream stream) {
        return new Wraps.Stream(stream) {
            @Override
            public Batch poll(int most, java.time.Duration wait) {
                Batch batch = super.poll(most, wait);
                super.acknowledge(batch.resumeAfter());
                return batch;
            }
        };
    }

    private static UnaryOperator<Parts> epochStays() {
        return parts -> {
            parts.state = state -> Wraps.models(state, models -> new Wraps.Models(models) {
                @Override
                public Epoch raiseEpoch(ModelName name, String reason) {
                    return models.find(name).orElseThrow().epoch();
                }

                @Override
                public Optional<StoredModel> save(
                        ModelName name, int expected, Revision revision, boolean raiseEpoch, ModelState to) {
                    return models.save(name, expected, revision, false, to);
                }
            });
            return parts;
        };
    }

    static StaleReads oneChangeOld(World world) {
        return new StaleReads() {
            @Override
            public @Nullable Position asOf(CollectionRef collection, RecordKey record, Optional<Position> notBefore) {
                return Log.beforeNewest(world.sources(), record);
            }

            @Override
            public boolean honoursNotBefore() {
                return false;
            }
        };
    }

    /** Says that everything captured is durable. */
    private static final class Eager implements Tracker {
        private @Nullable Mark newest;

        @Override
        public Ticket begin(Instant committedAt) {
            return new Nothing();
        }

        @Override
        public void endOfBatch(ResumePoint point, Optional<Instant> upTo) {
            newest = new Mark(point, upTo);
        }

        @Override
        public Optional<Mark> durable() {
            return Optional.ofNullable(newest);
        }

        @Override
        public Optional<Instant> oldestWaiting() {
            return Optional.empty();
        }
    }

    private record Nothing() implements Ticket {
        @Override
        public void done() {}

        @Override
        public boolean covers(Ticket other) {
            return false;
        }
    }

    /** Takes a batch as durable as soon as its own changes are, whatever is open before it. */
    private static final class Holey implements Tracker {
        private LowWaterTracker present = new LowWaterTracker();
        private boolean ended;
        private @Nullable Mark newest;

        @Override
        public Ticket begin(Instant committedAt) {
            if (ended) {
                durable();
                present = new LowWaterTracker();
                ended = false;
            }
            return present.begin(committedAt);
        }

        @Override
        public void endOfBatch(ResumePoint point, Optional<Instant> upTo) {
            present.endOfBatch(point, upTo);
            ended = true;
        }

        @Override
        public Optional<Mark> durable() {
            present.durable().ifPresent(mark -> newest = mark);
            return Optional.ofNullable(newest);
        }

        @Override
        public Optional<Instant> oldestWaiting() {
            return present.oldestWaiting();
        }
    }
}
