package dev.lockstep.repair.run;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FindingLog;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.projection.Comparison;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.Mode;
import dev.lockstep.repair.fix.Fix;
import dev.lockstep.repair.fix.FixResult;
import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.repair.scan.Scan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One copy definition: scan, then fix what was found if that is asked for and within the budget. */
final class CopyRun {
    private static final int PAGE = 500;

    private final RunParts parts;
    private final Command command;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final CheckParts check;
    private final Loop loop;
    private final Instant begun;
    private final Optional<FindingLog> log;
    private final Found found;
    private final FixBudget budget;
    private final Map<String, Long> left = new TreeMap<>();
    private long fixed;
    private long rightByNow;

    CopyRun(RunParts parts, ActiveModel active, CopyDefinition definition, Optional<FindingLog> log) {
        this.parts = parts;
        this.command = parts.command();
        this.active = active;
        this.definition = definition;
        this.check = checkParts(parts, definition);
        this.loop = new Loop(parts.clock(), parts.stop());
        this.begun = parts.clock().instant();
        this.log = log;
        this.found = new Found(log);
        this.budget = new FixBudget(command.fixBudget(), command.yes());
    }

    private static CheckParts checkParts(RunParts parts, CopyDefinition definition) {
        String source = parts.stores().kind(definition.model().source().at().store());
        String copy = parts.stores().kind(definition.copy().at().store());
        return new CheckParts(
                CheckParts.Access.of(parts.stores()),
                NewestCaptured.none(),
                Nonces.random(),
                source.equals(copy) ? Comparison.STRICT : Comparison.LENIENT);
    }

    /** Runs to the end. {@code during} is told the counts after every step, for progress. */
    CopyReport run(DetectionRules rules, Consumer<Scan> during) {
        Scan scan = new Scan(check, active, definition, rules, command.rate(), parts.clock());
        while (true) {
            Scan.Outcome outcome = loop.step(scan::step);
            scan.drain().forEach(found::add);
            during.accept(scan);
            parts.progress().show(definition, begun, scan.tally(), scan.done());
            if (outcome == Scan.Outcome.DONE || found.waiting() > Found.MOST_TO_FIX) {
                break;
            }
            if (writes() && budget.confirmed() && found.waiting() >= PAGE) {
                fix(found.take());
            }
            if (outcome == Scan.Outcome.WAITS) {
                loop.waitUntil(scan.next());
            }
        }
        parts.progress().clear();
        return conclude(scan);
    }

    private boolean writes() {
        return command.mode() == Mode.REPAIR && definition.copy().mode() == Copy.Mode.ENFORCE;
    }

    private CopyReport conclude(Scan scan) {
        long compared = scan.tally().compared();
        boolean awaiting = writes() && !budget.allows(found.fixable(), compared);
        if (writes() && !awaiting) {
            fix(found.take());
        }
        if (command.mode() == Mode.REPAIR) {
            explainLeft(awaiting);
        }
        return new CopyReport(
                definition,
                scan.tally(),
                found.byKind(),
                found.details(),
                found.omitted(),
                fixed,
                rightByNow,
                left,
                awaiting,
                budget.of(compared),
                Duration.between(begun, parts.clock().instant()));
    }

    private void explainLeft(boolean awaiting) {
        long orphans = found.byKind().getOrDefault(DriftKind.ORPHANED, 0L);
        if (orphans > 0) {
            left.merge("the source is gone, and a repair never deletes", orphans, Long::sum);
        }
        if (!writes() && found.fixable() > 0) {
            left.merge("mode: observe writes nothing", found.fixable(), Long::sum);
        }
        if (awaiting) {
            left.merge("awaiting confirmation", found.fixable(), Long::sum);
        }
    }

    private void fix(List<RecordKey> records) {
        for (int from = 0; from < records.size(); from += PAGE) {
            Fix fix = new Fix(check, active, definition, records.subList(from, Math.min(records.size(), from + PAGE)));
            while (loop.step(fix::step)) {}
            account(fix.result());
        }
    }

    private void account(FixResult result) {
        fixed += result.fixed().size();
        rightByNow += result.rightByNow().size();
        result.left().forEach(one -> left.merge(one.why(), 1L, Long::sum));
        Instant now = parts.clock().instant();
        log.ifPresent(findings -> {
            result.fixed().forEach(record -> findings.closed(record, "fixed", now));
            result.rightByNow().forEach(record -> findings.closed(record, "clean", now));
        });
    }

    /** True when every copy that was found wrong is a finding in the state store. */
    boolean allFindingsKept() {
        return found.allKept();
    }
}
