package dev.lockstep.fanout.api;

import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Measured drift, and the copies that are known to be wrong. */
@RestController
class DriftController {
    private final StateStore state;
    private final RegisteredModels models;

    DriftController(StateStore state, RegisteredModels models) {
        this.state = state;
        this.models = models;
    }

    /** A measurement as shown. */
    record MeasurementView(
            String model,
            String copy,
            long compared,
            long wrong,
            double low,
            double high,
            boolean full,
            @Nullable Instant verifiedThrough,
            Instant at) {
        static MeasurementView of(Measurement measured) {
            return new MeasurementView(
                    measured.model().value(),
                    measured.copy().value(),
                    measured.compared(),
                    measured.wrong(),
                    measured.low(),
                    measured.high(),
                    measured.full(),
                    measured.verifiedThrough(),
                    measured.at());
        }
    }

    /** A finding as shown. */
    record FindingView(
            long id,
            String model,
            String copy,
            String kind,
            String copyKey,
            @Nullable String sourceKey,
            @Nullable String field,
            @Nullable String expected,
            @Nullable String actual,
            @Nullable String cause,
            Instant firstSeen,
            Instant lastSeen) {
        static FindingView of(Finding finding) {
            return new FindingView(
                    finding.id(),
                    finding.model().value(),
                    finding.copy().value(),
                    finding.kind(),
                    finding.copyKey(),
                    finding.sourceKey(),
                    finding.field(),
                    finding.expected(),
                    finding.actual(),
                    finding.cause(),
                    finding.firstSeen(),
                    finding.lastSeen());
        }
    }

    /** Measurements and a page of open findings. */
    record DriftView(
            List<MeasurementView> measurements,
            List<FindingView> findings,
            @Nullable String next) {}

    @Operation(summary = "The newest drift measurements, and open findings")
    @GetMapping("/api/v1/drift")
    DriftView drift(
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        Optional<ModelName> one =
                Optional.ofNullable(model).map(name -> models.require(name).name());
        Paging.Page<FindingView> findings = Paging.page(
                state.findings().open(one, Paging.number(cursor), Paging.limit(limit) + 1),
                limit,
                FindingView::of,
                Finding::id);
        return new DriftView(
                state.findings().measurements().stream()
                        .filter(measured -> one.isEmpty() || one.get().equals(measured.model()))
                        .map(MeasurementView::of)
                        .toList(),
                findings.items(),
                findings.next());
    }
}
