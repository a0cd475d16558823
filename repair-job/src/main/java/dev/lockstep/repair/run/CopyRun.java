package dev.lockstep.repair.run;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FindingLog;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.drift.Tally;
import dev.lockstep.modelfile.CanonicalJson;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Source;
import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.repair.command.Mode;
import dev.lockstep.repair.fix.Fix;
import dev.lockstep.repair.fix.FixResult;
import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.repair.report.Resumed;
import dev.lockstep.repair.scan.PartResult;
import dev.lockstep.repair.scan.Scan;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.state.SegmentStore.WrongCopy;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One copy definition: scan, then fix what was found if that is asked for and within the budget. */
final class CopyRun {
    /** Copies that wait for their fix; a run that finds more needs confirmation. */
    private static final int MOST_TO_FIX = 200_000;

    private static final int PAGE = 500;
    private static final int SEGMENTS = 16;

    /** Told the counts of this copy definition after every step. */
    interface During {
        void counts(Tally tally, long fixed);
    }

    /**
     * What of a run concerns all its copy definitions.
     *
     * @param confirmed true when the budget does not count
     * @param alive called while nothing else happens
     */
    record Keeping(Ledger ledger, Optional<FindingLog> log, boolean confirmed, Runnable alive) {}

    private final RunParts parts;
    private final Command command;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final CopyName name;
    private final CheckParts check;
    private final Loop loop;
    private final Instant begun;
    private final Keeping keeping;
    private final Ledger ledger;
    private final Found found;
    private final FixBudget budget;
    private final Map<String, Long> left = new TreeMap<>();
    private PartResult ended = PartResult.NONE;
    private Resumed resumed = Resumed.NOTHING;
    private long fixed;
    private long rightByNow;
    private long triedUpTo;

    CopyRun(RunParts parts, ActiveModel active, CopyDefinition definition, Keeping keeping) {
        this.parts = parts;
        this.command = parts.command();
        this.active = active;
        this.definition = definition;
        this.name = definition.copy().name();
        this.check = checkParts(parts);
        this.loop = new Loop(parts, keeping.alive());
        this.begun = parts.clock().instant();
        this.keeping = keeping;
        this.ledger = keeping.ledger();
        this.found = new Found(keeping.log());
        this.budget = new FixBudget(command.fixBudget(), command.yes() || keeping.confirmed());
    }

    private static CheckParts checkParts(RunParts parts) {
        return new CheckParts(CheckParts.Access.of(parts.stores()), NewestCaptured.none(), Nonces.random());
    }

    /** Runs to the end. */
    CopyReport run(DetectionRules rules, During during) {
        List<Part> planned = loop.step(() -> ledger.parts(name, this::segments));
        goOn(planned);
        List<Part> open = planned.stream().filter(part -> !part.isDone()).toList();
        Scan scan = new Scan(check, active, definition, rules, command.rate(), parts.clock(), command.cover(), open);
        int inAll = planned.size();
        while (true) {
            Scan.Outcome outcome = step(scan);
            scan.drain().forEach(found::add);
            inAll += end(scan);
            Tally tally = ended.plus(scan.underWay()).tally();
            during.counts(tally, fixed);
            parts.progress().show(definition, begun, tally, inAll == 0 ? 1 : 1 - (double) scan.unread() / inAll);
            boolean tooMany = writes() && !budget.confirmed() && ended.fixable() > MOST_TO_FIX;
            if (outcome == Scan.Outcome.DONE || tooMany) {
                break;
            }
            if (outcome == Scan.Outcome.WAITS) {
                loop.waitUntil(scan.next());
            }
        }
        parts.progress().clear();
        return conclude();
    }

    private List<Segment> segments() {
        Source source = active.model().source();
        return command.cover() == Cover.COPIES
                ? check.stores().copies(definition.copy().at().store()).segments(definition, SEGMENTS)
                : check.stores().records(source.at().store()).segments(source, SEGMENTS);
    }

    /** What an earlier process has done of this run; what it had taken off its list was put right. */
    private void goOn(List<Part> planned) {
        List<PartResult> results = planned.stream()
                .flatMap(part -> Optional.ofNullable(part.result()).stream())
                .map(PartResult::parse)
                .toList();
        ended = results.stream().reduce(PartResult.NONE, PartResult::plus);
        if (!results.isEmpty()) {
            resumed = new Resumed(results.size(), planned.size(), ended.tally().seen());
            fixed = ended.fixable() - ledger.wrongCount(name);
        }
    }

    /** A part that stays unreadable does not keep the others from their turn. */
    private Scan.Outcome step(Scan scan) {
        try {
            return loop.step(scan::step);
        } catch (StoreException e) {
            if (e.passesByItself() && scan.putAside()) {
                return Scan.Outcome.WORKED;
            }
            throw e;
        }
    }

    /** Keeps parts that ended; returns how many were cut short, and so became two. */
    private int end(Scan scan) {
        int cut = 0;
        for (Scan.Ended part : scan.ended()) {
            Optional<Part> rest = ledger.done(part);
            ended = ended.plus(part.result());
            rest.ifPresent(scan::add);
            cut += rest.isPresent() ? 1 : 0;
            if (writes() && budget.confirmed()) {
                fixWhatWaits();
            }
        }
        return cut;
    }

    private boolean writes() {
        return command.mode() == Mode.REPAIR && definition.copy().mode() == Copy.Mode.ENFORCE;
    }

    private CopyReport conclude() {
        Tally tally = ended.tally();
        boolean awaiting = writes() && !budget.allows(ledger.wrongCount(name), tally.compared());
        if (writes() && !awaiting) {
            fixWhatWaits();
        }
        if (command.mode() == Mode.REPAIR) {
            explainLeft(awaiting);
        }
        return new CopyReport(
                definition,
                tally,
                ended.byKind(),
                found.details(),
                found.omitted(tally.drifted() + tally.tolerated()),
                fixed,
                rightByNow,
                left,
                awaiting,
                budget.of(tally.compared()),
                resumed,
                Duration.between(begun, parts.clock().instant()));
    }

    private void explainLeft(boolean awaiting) {
        long orphans = ended.byKind().getOrDefault(DriftKind.ORPHANED, 0L);
        if (orphans > 0) {
            left.merge("the source is gone, and a repair never deletes", orphans, Long::sum);
        }
        long absent = ended.byKind().getOrDefault(DriftKind.ABSENT, 0L);
        if (absent > 0) {
            left.merge("the record is absent, and a repair never makes one", absent, Long::sum);
        }
        if (!writes() && ended.fixable() > 0) {
            left.merge("mode: observe writes nothing", ended.fixable(), Long::sum);
        }
        if (awaiting) {
            left.merge("awaiting confirmation", ledger.wrongCount(name), Long::sum);
        }
    }

    private void fixWhatWaits() {
        List<WrongCopy> page = ledger.wrong(name, triedUpTo, PAGE);
        while (!page.isEmpty()) {
            fix(page);
            triedUpTo = page.get(page.size() - 1).id();
            keeping.alive().run();
            page = ledger.wrong(name, triedUpTo, PAGE);
        }
    }

    private void fix(List<WrongCopy> page) {
        Map<RecordKey, WrongCopy> waiting = new LinkedHashMap<>();
        page.forEach(copy -> waiting.put(key(copy), copy));
        Fix fix = new Fix(check, active, definition, waiting.keySet());
        while (loop.step(fix::step)) {}
        FixResult result = fix.result();
        account(result);
        Set<RecordKey> wrong =
                result.left().stream().map(FixResult.Left::record).collect(Collectors.toSet());
        List<WrongCopy> settled = new ArrayList<>();
        waiting.forEach((record, copy) -> {
            if (!wrong.contains(record)) {
                settled.add(copy);
            }
        });
        ledger.settled(settled);
    }

    private static RecordKey key(WrongCopy copy) {
        if (CanonicalJson.parse(copy.key()) instanceof Doc key) {
            return new RecordKey(key);
        }
        throw new IllegalArgumentException("the key " + copy.key() + " is not readable");
    }

    private void account(FixResult result) {
        fixed += result.fixed().size();
        rightByNow += result.rightByNow().size();
        result.left().forEach(one -> left.merge(one.why(), 1L, Long::sum));
        Instant now = parts.clock().instant();
        keeping.log().ifPresent(findings -> {
            result.fixed().forEach(record -> findings.closed(record, "fixed", now));
            result.rightByNow().forEach(record -> findings.closed(record, "clean", now));
        });
    }

    /** True when every copy that was found wrong is a finding in the state store. */
    boolean allFindingsKept() {
        return Found.allKept(ended.tally().drifted() + ended.tally().tolerated());
    }
}
