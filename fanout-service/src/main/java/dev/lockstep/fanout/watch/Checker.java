package dev.lockstep.fanout.watch;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the copies that the watch asked for, a page of one copy definition at a time; one step is one step of the
 * check.
 */
public final class Checker implements Step {
    private static final int MOST_ATTEMPTS = 10;

    private final CheckerParts parts;
    private final CheckQueue queue;
    private final Contested contested;
    private final int most;
    private final Set<CheckItem> requeued = new HashSet<>();
    private List<CheckItem> page = List.of();
    private int concluded;
    private @Nullable CheckRun run;
    private @Nullable CopyDefinition definition;

    /** A checker of pages of at most {@code most} copies; checkers of one queue share {@code contested}. */
    Checker(CheckerParts parts, CheckQueue queue, Contested contested, int most) {
        this.parts = parts;
        this.queue = queue;
        this.contested = contested;
        this.most = most;
    }

    @Override
    public Outcome step() {
        CheckRun current = run;
        CopyDefinition of = definition;
        if (current == null || of == null) {
            return begin() ? Outcome.WORKED : Outcome.IDLE;
        }
        try {
            current.step();
            if (current.isDone()) {
                conclude(of, current.outcomes());
                done();
            }
        } catch (StoreException e) {
            failed(of, e);
        }
        return Outcome.WORKED;
    }

    private boolean begin() {
        if (page.isEmpty()) {
            page = queue.take(most, parts.clock().instant());
        }
        if (page.isEmpty()) {
            return false;
        }
        CheckItem first = page.get(0);
        Optional<ActiveModel> active = parts.models().apply(first.model());
        Optional<CopyDefinition> known = active.stream()
                .flatMap(model -> model.model().definitions().stream())
                .filter(candidate -> candidate.copy().name().equals(first.copy()))
                .findFirst();
        if (active.isEmpty() || known.isEmpty()) {
            done();
            return true;
        }
        if (active.get().state() == ModelState.PAUSED || active.get().state() == ModelState.BROKEN) {
            putAside();
            return true;
        }
        start(active.get(), known.get());
        return true;
    }

    private void start(ActiveModel active, CopyDefinition known) {
        Instant now = parts.clock().instant();
        List<RecordKey> records = page.stream()
                .map(CheckItem::record)
                .filter(record -> !contested.isLeftAlone(known, record, now))
                .toList();
        definition = known;
        run = new CheckRun(parts.check(), active, known, records, CheckRun.Goal.FIX);
    }

    /** When the state store fails in between, the next step goes on where this one was: nothing is counted twice. */
    private void conclude(CopyDefinition of, List<CheckOutcome> outcomes) {
        Map<RecordKey, CheckItem> items =
                page.stream().collect(Collectors.toMap(CheckItem::record, Function.identity()));
        while (concluded < outcomes.size()) {
            CheckOutcome outcome = outcomes.get(concluded);
            CheckItem item = items.get(outcome.record());
            if (item != null) {
                conclude(of, outcome, item);
            }
            concluded++;
        }
    }

    private void conclude(CopyDefinition of, CheckOutcome outcome, CheckItem item) {
        switch (outcome.kind()) {
            case EQUAL, RELABELLED -> parts.signals().checked(of, false);
            case FIXED -> fixed(of, outcome, item);
            case FAILED -> deadLetter(of, outcome);
            case ORPHANED -> finding(of, outcome, "orphaned", "its source does not exist");
            case CONFLICT, SUPERSEDED -> again(item);
            default -> {
                // no copy of this definition, or left alone on purpose
            }
        }
    }

    private void fixed(CopyDefinition of, CheckOutcome outcome, CheckItem item) {
        parts.signals().checked(of, true);
        if (item.foreign()) {
            parts.signals().foreignWrite(of);
        }
        if (contested.corrected(of, outcome.record(), parts.clock().instant())) {
            parts.signals().contested(of);
            finding(of, outcome, "contested", "somebody keeps changing it back; left alone for an hour");
        }
    }

    private void deadLetter(CopyDefinition of, CheckOutcome outcome) {
        StoreException cause = outcome.cause();
        if (cause != null && outcome.pointer().isPresent()) {
            parts.places()
                    .deadLetters()
                    .add(of, outcome.pointer().get(), outcome.record().canonical(), cause);
        }
    }

    private void finding(CopyDefinition of, CheckOutcome outcome, String kind, String cause) {
        Instant now = parts.clock().instant();
        parts.places()
                .findings()
                .report(new Finding(
                        0,
                        of.model().name(),
                        of.copy().name(),
                        kind,
                        outcome.record().canonical(),
                        outcome.pointer().map(Object::toString).orElse(null),
                        null,
                        null,
                        null,
                        cause,
                        now,
                        now));
    }

    /** The copy waits again, and so does the checkpoint; after many attempts it is put aside durably instead (P8). */
    private void again(CheckItem item) {
        if (item.attempts() >= MOST_ATTEMPTS) {
            parts.places().waiting().add(List.of(toWaiting(item)));
            return;
        }
        if (!requeued.add(item)) {
            return;
        }
        queue.add(item.again(parts.clock().instant().plus(parts.backoff().after(item.attempts() + 1))));
    }

    private void failed(CopyDefinition of, StoreException e) {
        if (e.passesByItself()) {
            page.forEach(this::again);
            done();
        } else if (page.size() > 1) {
            splitUp();
        } else {
            parts.places().deadLetters().add(of, page.get(0).record(), e);
            done();
        }
    }

    /** A page that fails for good is halved until one bad record stands alone and holds up no other. */
    private void splitUp() {
        List<CheckItem> all = page;
        CheckItem first = all.get(0);
        List<CheckItem> rest = List.copyOf(all.subList(all.size() / 2, all.size()));
        rest.forEach(queue::add);
        queue.finished(rest);
        page = List.copyOf(all.subList(0, all.size() / 2));
        ActiveModel active = parts.models().apply(first.model()).orElse(null);
        CopyDefinition known = definition;
        if (active == null || known == null) {
            done();
        } else {
            start(active, known);
        }
    }

    private void putAside() {
        parts.places().waiting().add(page.stream().map(Checker::toWaiting).toList());
        done();
    }

    private static WaitingKey toWaiting(CheckItem item) {
        return WaitingKey.of(item.model(), item.copy(), item.record().canonical(), item.committedAt());
    }

    private void done() {
        page.stream()
                .filter(item -> !requeued.contains(item))
                .forEach(item -> item.tickets().done());
        queue.finished(page);
        requeued.clear();
        concluded = 0;
        page = List.of();
        run = null;
        definition = null;
    }
}
