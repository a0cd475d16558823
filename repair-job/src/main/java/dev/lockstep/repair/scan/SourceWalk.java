package dev.lockstep.repair.scan;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks the sources of a part and their copies by the registered path; each call talks to a store once. */
final class SourceWalk {
    private static final int SOURCES = 200;

    /**
     * What a call came to.
     *
     * @param copies copies that were read
     * @param without a source whose copies were looked for, and there is none
     */
    record Found(List<CopyState> copies, Optional<SourceKey> without) {}

    private final RecordReader records;
    private final CopyStore copies;
    private final CopyDefinition definition;
    private final Source source;
    private final Part part;
    private final Deque<SourceKey> keys = new ArrayDeque<>();
    private @Nullable Cursor after;
    private @Nullable Cursor copiesAfter;
    private boolean begun;

    SourceWalk(CheckParts parts, CopyDefinition definition, Part part) {
        this.source = definition.model().source();
        this.records = parts.stores().records(source.at().store());
        this.copies = parts.stores().copies(definition.copy().at().store());
        this.definition = definition;
        this.part = part;
        this.after = part.from();
    }

    Found next(int limit) {
        SourceKey key = keys.peek();
        if (key == null) {
            readSources();
            return new Found(List.of(), Optional.empty());
        }
        CopyStore.CopyPage page = copies.find(definition, key, copiesAfter, limit);
        boolean none =
                copiesAfter == null && page.copies().isEmpty() && page.next().isEmpty();
        copiesAfter = page.next().orElse(null);
        if (copiesAfter == null) {
            keys.remove();
        }
        return new Found(page.copies(), none ? Optional.of(key) : Optional.empty());
    }

    private void readSources() {
        RecordReader.Page page = records.scan(source, part.segment(), after, SOURCES);
        Set<SourceKey> distinct = new LinkedHashSet<>();
        page.records().stream()
                .filter(source::includes)
                .flatMap(record -> source.key().match(record).stream())
                .forEach(distinct::add);
        keys.addAll(distinct);
        after = page.next().orElse(null);
        begun = true;
    }

    /** True when every source that was read has had its copies read, so that the walk may be cut here. */
    boolean isBetweenSources() {
        return begun && keys.isEmpty();
    }

    /** Where the walk goes on; {@code null} at its end. */
    @Nullable
    Cursor after() {
        return after;
    }
}
