package dev.lockstep.fanout.resync;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks all copies of one source, page by page, in the caller's thread. */
public final class KeyCheck {
    private final CheckParts parts;
    private final int page;

    /** Checks in pages of at most {@code page} copies. */
    public KeyCheck(CheckParts parts, int page) {
        this.parts = parts;
        this.page = page;
    }

    /** Checks every copy of the key in one copy definition; {@code each} is told page by page. */
    public void check(
            ActiveModel active,
            CopyDefinition definition,
            SourceKey key,
            CheckRun.Goal goal,
            BiConsumer<CopyDefinition, List<CheckOutcome>> each) {
        checkWhile(active, definition, key, goal, outcomes -> {
            each.accept(definition, outcomes);
            return true;
        });
    }

    /** Checks the copies of the key in one copy definition page by page, as long as {@code next} wants another page. */
    public void checkWhile(
            ActiveModel active,
            CopyDefinition definition,
            SourceKey key,
            CheckRun.Goal goal,
            Predicate<List<CheckOutcome>> next) {
        CopyStore copies = parts.stores().copies(definition.copy().at().store());
        @Nullable Cursor after = null;
        do {
            CopyStore.CopyPage found = copies.find(definition, key, after, page);
            List<RecordKey> records =
                    found.copies().stream().map(CopyState::record).distinct().toList();
            if (!records.isEmpty()
                    && !next.test(records(active, definition, records, goal).stream()
                            .filter(outcome -> definition.copy().elements() == null
                                    || outcome.pointer().filter(key::equals).isPresent())
                            .toList())) {
                return;
            }
            after = found.next().orElse(null);
        } while (after != null);
    }

    /** Checks these copies. */
    public List<CheckOutcome> records(
            ActiveModel active, CopyDefinition definition, List<RecordKey> records, CheckRun.Goal goal) {
        return new ArrayList<>(new CheckRun(parts, active, definition, records, goal).run());
    }
}
