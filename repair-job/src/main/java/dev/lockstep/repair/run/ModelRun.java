package dev.lockstep.repair.run;

import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.FindingLog;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.repair.load.Target;
import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.repair.report.ModelReport;
import dev.lockstep.state.StateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One model: its copy definitions one after the other, and what the state store is told. */
final class ModelRun {
    private final RunParts parts;
    private final Target target;
    private final @Nullable StateStore state;
    private final List<CopyReport> reports = new ArrayList<>();

    ModelRun(RunParts parts, Target target) {
        this.parts = parts;
        this.target = target;
        this.state = target.registered() ? parts.state().orElse(null) : null;
    }

    ModelReport run() {
        StateStore store = state;
        if (store == null) {
            CopyRun.Keeping keeping = new CopyRun.Keeping(new PassingLedger(), Optional.empty(), false, () -> {});
            for (CopyDefinition definition : target.definitions()) {
                DetectionRules rules = DetectionRules.after(parts.command().grace());
                reports.add(new CopyRun(parts, target.active(), definition, keeping).run(rules, (tally, fixed) -> {}));
            }
            return new ModelReport(target.active(), OptionalLong.empty(), reports, Optional.empty(), List.of());
        }
        return registered(store);
    }

    private ModelReport registered(StateStore store) {
        RunRecord record = new Runs(store, target.active(), parts).begin();
        String ending = "FAILED";
        try {
            ModelReport report = recorded(store, record);
            record.succeeded(report);
            ending = "";
            return report;
        } catch (Stop.Stopped e) {
            ending = "CANCELLED";
            throw e;
        } finally {
            if (!ending.isEmpty()) {
                record.ended(ending);
            }
        }
    }

    private ModelReport recorded(StateStore store, RunRecord record) {
        CaughtUp caughtUp = new CaughtUp(store);
        Instant begun = record.startedAt();
        Proof proof = new Proof(store, target.active(), begun);
        for (CopyDefinition definition : target.definitions()) {
            FindingLog log = new FindingLog(store.findings(), definition);
            CopyRun.Keeping keeping =
                    new CopyRun.Keeping(record.ledger(), Optional.of(log), record.isConfirmed(), () -> alive(record));
            CopyRun run = new CopyRun(parts, target.active(), definition, keeping);
            CopyReport report =
                    run.run(caughtUp.rules(definition, parts.command().grace()), (tally, fixed) -> {
                        record.progress(
                                before(copy -> copy.tally().seen()) + tally.seen(),
                                before(copy -> copy.tally().drifted()) + tally.drifted(),
                                before(CopyReport::fixed) + fixed);
                        parts.alive().run();
                    });
            reports.add(report);
            if (parts.command().cover() == Cover.COPIES) {
                proof.compared(log, report, run.allFindingsKept(), parts.clock().instant());
            } else {
                proof.walkedSources(report, run.allFindingsKept(), parts.clock().instant());
            }
        }
        boolean right = parts.command().cover() == Cover.COPIES
                && target.isWhole()
                && reports.stream().allMatch(Proof::isProved);
        boolean followed =
                caughtUp.follows(target.active().model().source().at().store());
        boolean verified =
                right && proof.wholeModelIsRight(followed, parts.clock().instant());
        return new ModelReport(
                target.active(),
                OptionalLong.of(record.id()),
                reports,
                verified ? Optional.of(begun) : Optional.empty(),
                proof.notes());
    }

    private void alive(RunRecord record) {
        record.alive();
        parts.alive().run();
    }

    private long before(ToLongFunction<CopyReport> count) {
        return reports.stream().mapToLong(count).sum();
    }
}
