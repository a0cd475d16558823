package dev.lockstep.testkit.memory;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Copies in a {@link MemoryStore}. */
final class MemoryCopyStore implements CopyStore {
    private final InMemoryConnector connector;
    private final MemorySettings settings;
    private final WriteRules rules;

    MemoryCopyStore(InMemoryConnector connector) {
        this.connector = connector;
        this.settings = connector.settings();
        this.rules = settings.rules();
    }

    @Override
    public List<WriteResult> write(List<EventWrite> writes) {
        return connector.run(Operation.WRITE_COPIES, () -> {
            List<WriteResult> results = new ArrayList<>(writes.size());
            for (EventWrite write : writes) {
                try {
                    results.add(settings.paging().size() == 0 ? writeAll(write) : writePage(write));
                } catch (StoreException e) {
                    results.add(WriteResult.failed(e));
                }
            }
            return results;
        });
    }

    @Override
    public WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
        return connector.run(Operation.WRITE_COPIES, () -> {
            try {
                MemoryCollection collection = collection(definition);
                long removed = 0;
                for (Row row :
                        List.copyOf(Lookup.copies(collection, definition, key).values())) {
                    removed += removeRow(definition, key, version, collection, row) ? 1 : 0;
                }
                return WriteResult.applied(removed);
            } catch (StoreException e) {
                return WriteResult.failed(e);
            }
        });
    }

    private boolean removeRow(
            CopyDefinition definition, SourceKey key, Version version, MemoryCollection collection, Row row) {
        Doc record = row.record;
        if (record == null
                || !rules.eventScope(definition, record)
                || !rules.eventPointer(definition, record, key)
                || !rules.eventLabel(record.get(definition.labelPath(settings.labelPrefix())), key, version)) {
            return false;
        }
        settings.faults().beforeWriteOf(row.key);
        connector.store().commitRemoval(collection, row);
        return true;
    }

    private WriteResult writeAll(EventWrite write) {
        MemoryCollection collection = collection(write.definition());
        Collection<Row> rows =
                Lookup.copies(collection, write.definition(), write.key()).values();
        return writeRows(write, collection, rows, Optional.empty());
    }

    private WriteResult writePage(EventWrite write) {
        MemoryCollection collection = collection(write.definition());
        WriteCursor todo;
        if (write.from() == null) {
            todo = WriteCursor.of(Lookup.copies(collection, write.definition(), write.key()));
            if (settings.paging().lookUpApart()) {
                return writeRows(write, collection, List.of(), next(write, collection, todo, ""));
            }
        } else {
            todo = WriteCursor.parse(write.from());
        }
        int size = Math.min(settings.paging().size(), todo.places().size());
        List<Row> rows = new ArrayList<>();
        String last = "";
        for (String id : todo.places().subList(0, size)) {
            Row row = collection.rows.get(id);
            if (row != null) {
                rows.add(row);
            }
            last = id;
        }
        return writeRows(write, collection, rows, next(write, collection, todo.after(size), last));
    }

    private static Optional<Cursor> next(EventWrite write, MemoryCollection collection, WriteCursor rest, String last) {
        WriteCursor todo = rest;
        if (rest.places().isEmpty() && rest.more()) {
            NavigableMap<String, Row> found = Lookup.copies(collection, write.definition(), write.key());
            todo = WriteCursor.of(found.tailMap(last, false));
        }
        return todo.places().isEmpty() ? Optional.empty() : Optional.of(todo.cursor());
    }

    private WriteResult writeRows(
            EventWrite write, MemoryCollection collection, Collection<Row> rows, Optional<Cursor> next) {
        long applied = 0;
        List<CopyFailure> failures = new ArrayList<>();
        for (Row row : List.copyOf(rows)) {
            try {
                applied += writeRow(write, collection, row) ? 1 : 0;
            } catch (StoreException e) {
                failures.add(new CopyFailure(row.key, e));
            }
        }
        return new WriteResult(applied, failures, next, Optional.empty());
    }

    private boolean writeRow(EventWrite write, MemoryCollection collection, Row row) {
        CopyDefinition definition = write.definition();
        CopyEdit edit = new CopyEdit(
                definition, settings.labelPrefix(), write.projected(), Label.of(write.key(), write.version()));
        Doc record = row.record;
        if (record == null) {
            return rules.upserts() && create(collection, row, edit);
        }
        if (!rules.eventScope(definition, record)) {
            return false;
        }
        Doc changed = edit.applyTo(
                record,
                occurrence -> rules.eventPointer(definition, occurrence, write.key())
                        && rules.eventLabel(
                                occurrence.get(definition.labelPath(settings.labelPrefix())),
                                write.key(),
                                write.version()));
        return changed != null && commit(collection, row, changed, edit);
    }

    private boolean create(MemoryCollection collection, Row row, CopyEdit edit) {
        Doc made = edit.applyTo(row.key.attributes(), occurrence -> true);
        return made != null && commit(collection, row, made, edit);
    }

    private boolean commit(MemoryCollection collection, Row row, Doc changed, CopyEdit edit) {
        settings.faults().beforeWriteOf(row.key);
        connector.store().commitUpdate(collection, row, changed, edit.touched());
        return true;
    }

    @Override
    public List<CheckResult> check(List<CheckWrite> writes) {
        return connector.run(
                Operation.CHECK_COPIES,
                () -> writes.stream().map(this::checkOne).toList());
    }

    private CheckResult checkOne(CheckWrite write) {
        CopyDefinition definition = write.definition();
        try {
            MemoryCollection collection = collection(definition);
            Row row = collection.find(write.record());
            if (row == null) {
                return new Conflict();
            }
            CopyEdit edit = new CopyEdit(definition, settings.labelPrefix(), write.projected(), write.label());
            Doc record = row.record;
            if (record == null) {
                return rules.upserts() && create(collection, row, edit) ? new Applied() : new Conflict();
            }
            Doc changed = !rules.checkScope(definition, record)
                    ? null
                    : edit.applyTo(
                            record,
                            occurrence -> rules.checkPointer(definition, occurrence, write.pointer())
                                    && rules.checkLabel(
                                            occurrence.get(definition.labelPath(settings.labelPrefix())),
                                            write.expectedLabel()));
            return changed != null && commit(collection, row, changed, edit) ? new Applied() : new Conflict();
        } catch (StoreException e) {
            return new Failed(e);
        }
    }

    @Override
    public CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
        return connector.run(Operation.FIND_COPIES, () -> {
            NavigableMap<String, Row> found = Lookup.copies(collection(definition), definition, key);
            NavigableMap<String, Row> rest = after == null ? found : found.tailMap(after.token(), false);
            List<Row> rows = rest.values().stream().limit(limit).toList();
            List<CopyState> states = states(definition, rows).stream()
                    .filter(state -> state.pointer().equals(Optional.of(key)))
                    .toList();
            return new CopyPage(states, Scans.next(rows, limit));
        });
    }

    @Override
    public OptionalLong count(CopyDefinition definition, SourceKey key) {
        return connector.run(
                Operation.FIND_COPIES,
                () -> OptionalLong.of(
                        Lookup.copies(collection(definition), definition, key).size()));
    }

    @Override
    public List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
        return connector.run(Operation.READ_COPIES, () -> {
            MemoryCollection collection = collection(definition);
            List<Row> rows = new ArrayList<>();
            for (RecordKey key : records) {
                Row row = collection.find(key);
                if (row != null) {
                    rows.add(row);
                }
            }
            return states(definition, rows);
        });
    }

    @Override
    public List<Segment> segments(CopyDefinition definition, int wanted) {
        return Scans.segments(wanted);
    }

    @Override
    public CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
        return connector.run(Operation.SCAN_COPIES, () -> {
            List<Row> rows = Scans.rows(collection(definition), segment, after, limit);
            return new CopyPage(states(definition, rows), Scans.next(rows, limit));
        });
    }

    @Override
    public List<CopyState> sample(CopyDefinition definition, int size) {
        return connector.run(Operation.SAMPLE_COPIES, () -> {
            List<Row> rows = new ArrayList<>(collection(definition).rows.values());
            rows.removeIf(row -> row.record == null);
            Collections.shuffle(
                    rows, new Random(settings.seed() + connector.store().log.newest()));
            return states(definition, rows.subList(0, Math.min(size, rows.size())));
        });
    }

    @Override
    public boolean isConsistent(CopyDefinition definition) {
        return connector.store().visibility() == IndexVisibility.IMMEDIATE
                || !(definition.copy().find() instanceof Find.ByIndex);
    }

    @Override
    public Optional<RecordKey> onlyRecord(CopyDefinition definition, SourceKey key) {
        return definition.copy().find() instanceof Find.ByKey byKey
                        && definition.copy().elements() == null
                        && Lookup.isComplete(collection(definition), byKey)
                ? Optional.of(Lookup.primaryKey(byKey.key().render(key)))
                : Optional.empty();
    }

    private MemoryCollection collection(CopyDefinition definition) {
        return connector.collection(definition.copy().at());
    }

    private List<CopyState> states(CopyDefinition definition, List<Row> rows) {
        List<CopyState> states = new ArrayList<>();
        for (Row row : rows) {
            if (row.record != null) {
                states.addAll(CopyState.of(definition, row.key, row.record, settings.labelPrefix()));
            }
        }
        return states;
    }
}
