package dev.lockstep.testkit.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.FindingStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Open findings and the newest measurements; a closed finding is forgotten. */
final class MemoryFindings implements FindingStore {
    private final StateCell cell;

    MemoryFindings(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public void report(Finding finding) {
        cell.change("findings.report", data -> {
            Optional<Finding> open = data.findings.values().stream()
                    .filter(other -> other.model().equals(finding.model())
                            && other.copy().equals(finding.copy())
                            && other.copyKey().equals(finding.copyKey())
                            && other.kind().equals(finding.kind()))
                    .findFirst();
            long id = open.map(Finding::id).orElseGet(data::nextId);
            Instant first = open.map(Finding::firstSeen).orElse(finding.firstSeen());
            return data.findings.put(
                    id,
                    new Finding(
                            id,
                            finding.model(),
                            finding.copy(),
                            finding.kind(),
                            finding.copyKey(),
                            finding.sourceKey(),
                            finding.field(),
                            finding.expected(),
                            finding.actual(),
                            finding.cause(),
                            first,
                            finding.lastSeen()));
        });
    }

    @Override
    public int close(ModelName model, CopyName copy, String copyKey, String how, Instant at) {
        return cell.change("findings.close", data -> {
            int before = data.findings.size();
            data.findings
                    .values()
                    .removeIf(finding -> finding.model().equals(model)
                            && finding.copy().equals(copy)
                            && finding.copyKey().equals(copyKey));
            return before - data.findings.size();
        });
    }

    @Override
    public List<Finding> open(Optional<ModelName> model, long after, int limit) {
        return cell.read(data -> StateCell.page(
                data.findings,
                after,
                limit,
                finding -> model.isEmpty() || model.get().equals(finding.model())));
    }

    @Override
    public Map<String, OpenFindings> summary() {
        return cell.read(data -> {
            Map<String, OpenFindings> summary = new TreeMap<>();
            data.findings
                    .values()
                    .forEach(finding -> summary.merge(
                            finding.model() + "." + finding.copy(),
                            new OpenFindings(1, finding.firstSeen()),
                            (a, b) -> new OpenFindings(
                                    a.count() + b.count(), a.oldest().isBefore(b.oldest()) ? a.oldest() : b.oldest())));
            return summary;
        });
    }

    @Override
    public void measured(Measurement measurement) {
        cell.change(
                "findings.measured",
                data -> data.measurements.put(
                        new StateData.CopyId(measurement.model(), measurement.copy()), measurement));
    }

    @Override
    public List<Measurement> measurements() {
        return cell.read(data -> List.copyOf(data.measurements.values()));
    }
}
