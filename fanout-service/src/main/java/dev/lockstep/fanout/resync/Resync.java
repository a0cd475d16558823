package dev.lockstep.fanout.resync;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills models that ask for it and checks all copies of models with an open gap, one model at a time, beside live
 * changes. A job that fails rests, and the other models' jobs go on. A run begins only when capture of its model is on.
 * A gap is closed only by a full check that began after it was opened: a fill leaves copies alone that are labelled in
 * this epoch, and so can't tell whether a change was missed.
 */
public final class Resync implements Step {
    /** The gap of a model that was never verified; it is closed by its first fill or full check. */
    public static final String NEVER_VERIFIED = "*";

    private static final String REPAIR_ONLY =
            "strategy repair: nothing is filled; the first full check of the repair job says whether its copies are right";

    private static final Rest NEVER_FAILED = new Rest(0, Instant.MIN, null);

    private static final Logger log = LoggerFactory.getLogger(Resync.class);

    /** A model whose job failed, and the job where it can go on. */
    private record Rest(
            int failures, Instant until, @Nullable JobRun goesOn) {}

    private final ResyncParts parts;
    private final Predicate<ActiveModel> mayBegin;
    private final Map<ModelName, Rest> resting = new HashMap<>();
    private @Nullable JobRun current;
    private Instant notBefore = Instant.MIN;
    private int failures;

    /** Has nothing to do yet; a model's job begins when {@code mayBegin} says so. */
    public Resync(ResyncParts parts, Predicate<ActiveModel> mayBegin) {
        this.parts = parts;
        this.mayBegin = mayBegin;
    }

    /** Asks for a fill; returns its run, which begins when it is its turn. */
    public Run fill(ModelName model) {
        Run asked = parts.state().runs().start(model, "fill", parts.clock().instant());
        parts.models().setState(model, ModelState.FILLING, null);
        return asked;
    }

    @Override
    public Outcome step() {
        if (parts.clock().instant().isBefore(notBefore)) {
            return Outcome.IDLE;
        }
        try {
            boolean worked = once();
            failures = 0;
            return worked ? Outcome.WORKED : Outcome.IDLE;
        } catch (StateException e) {
            failures++;
            notBefore = parts.clock().instant().plus(parts.backoff().after(failures));
            log.debug("Could not go on with a fill or full check: {}. It goes on where it was.", e.getMessage());
            return Outcome.WORKED;
        }
    }

    private boolean once() {
        JobRun now = current;
        if (now == null) {
            return begin();
        }
        try {
            if (now.isOutdated(parts.models())) {
                end(now, "CANCELLED", "the model was changed; it begins again");
            } else if (now.job().step()) {
                resting.computeIfPresent(now.active().name(), (model, rest) -> rest.goesOn() == null ? rest : null);
            } else {
                finished(now);
            }
        } catch (StoreException e) {
            failed(now, e);
        } catch (StateException e) {
            throw e;
        } catch (RuntimeException e) {
            rest(now, now);
            throw e;
        }
        return true;
    }

    private boolean begin() {
        resting.entrySet()
                .removeIf(entry -> entry.getValue().goesOn() == null
                        && parts.models().find(entry.getKey()).isEmpty());
        for (Rest rest : resting.values()) {
            JobRun parked = rest.goesOn();
            if (parked != null && parked.isOutdated(parts.models())) {
                current = parked;
                return true;
            }
        }
        for (ActiveModel candidate : parts.models().current().models()) {
            boolean runs = candidate.state() != ModelState.PAUSED && candidate.state() != ModelState.BROKEN;
            if (runs && !isResting(candidate.name()) && mayBegin.test(candidate) && begin(candidate)) {
                return true;
            }
        }
        return false;
    }

    private boolean isResting(ModelName model) {
        Rest rest = resting.get(model);
        return rest != null && parts.clock().instant().isBefore(rest.until());
    }

    private boolean begin(ActiveModel candidate) {
        Rest rest = resting.get(candidate.name());
        if (rest != null && rest.goesOn() != null) {
            current = rest.goesOn();
            return true;
        }
        if (candidate.state() == ModelState.FILLING
                && candidate.model().streamed().isEmpty()) {
            parts.models().setState(candidate.name(), ModelState.UNVERIFIED, REPAIR_ONLY);
            return true;
        }
        if (candidate.state() == ModelState.FILLING) {
            start(candidate, "fill", new FillJob(parts, candidate));
            return true;
        }
        if (gapsThatNeedChecks(candidate).findAny().isPresent()) {
            start(candidate, "verify", new VerifyJob(parts, candidate));
            return true;
        }
        return false;
    }

    /** A model that was registered without a fill stays unverified until somebody asks; a lost position never waits. */
    private Stream<Gap> gapsThatNeedChecks(ActiveModel candidate) {
        return parts.state().gaps().openOf(candidate.name()).stream()
                .filter(gap -> !gap.partition().equals(NEVER_VERIFIED));
    }

    /** Which gaps are open is asked before the first record is read: a position lost later is another gap. */
    private void start(ActiveModel model, String kind, Job next) {
        Set<Long> open =
                parts.state().gaps().openOf(model.name()).stream().map(Gap::id).collect(Collectors.toSet());
        Optional<Run> asked = parts.state().runs().list(Optional.of(model.name()), 0, 20).stream()
                .filter(known ->
                        known.status().equals("RUNNING") && known.kind().equals(kind))
                .findFirst();
        Run run = asked.orElseGet(() ->
                parts.state().runs().start(model.name(), kind, parts.clock().instant()));
        current = new JobRun(model, next, run, open);
        log.info("Began a {} of model {}.", kind, model.name());
    }

    private void finished(JobRun done) {
        ActiveModel of = done.active();
        String report = done.report();
        for (Gap gap : parts.state().gaps().openOf(of.name())) {
            if (done.covers(gap)) {
                parts.state().gaps().close(gap.id(), parts.clock().instant(), report);
            }
        }
        if (done.job() instanceof VerifyJob verify) {
            measured(of, verify, done.run().startedAt());
        }
        end(done, "SUCCEEDED", report);
        if (of.state() == ModelState.FILLING || of.state() == ModelState.UNVERIFIED) {
            parts.models().changeState(of, ModelState.ACTIVE);
        }
    }

    private void measured(ActiveModel of, VerifyJob verify, Instant began) {
        verify.perCopy().forEach((definition, progress) -> {
            double share = progress.scanned() == 0 ? 0 : (double) progress.found() / progress.scanned();
            parts.state()
                    .findings()
                    .measured(new Measurement(
                            of.name(),
                            definition.copy().name(),
                            progress.scanned(),
                            progress.found() - progress.fixed(),
                            share,
                            share,
                            true,
                            began,
                            parts.clock().instant()));
        });
    }

    private void end(JobRun ended, String status, String report) {
        parts.state().runs().update(ended.ended(status, report, parts.clock().instant()));
        log.info(
                "Ended a {} of model {}: {} {}.",
                ended.run().kind(),
                ended.active().name(),
                status,
                report);
        resting.remove(ended.active().name());
        current = null;
    }

    private void failed(JobRun of, StoreException e) {
        if (e.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
            end(of, "FAILED", String.valueOf(e.getMessage()));
            parts.models().setState(of.active().name(), ModelState.BROKEN, e.getMessage());
        } else if (e.passesByItself()) {
            log.debug(
                    "Could not go on with model {}: {}. It goes on where it was.",
                    of.run().model(),
                    e.getMessage());
            rest(of, of);
        } else {
            log.error(
                    "Could not go on with model {}: {} It begins again after a pause.",
                    of.run().model(),
                    e.getMessage());
            rest(of, null);
            parts.state()
                    .runs()
                    .update(of.ended(
                            "FAILED",
                            String.valueOf(e.getMessage()),
                            parts.clock().instant()));
        }
    }

    /** The model waits, longer each time until its job goes on or ends; the others have their turn. */
    private void rest(JobRun of, @Nullable JobRun goesOn) {
        ModelName model = of.active().name();
        int failed = resting.getOrDefault(model, NEVER_FAILED).failures() + 1;
        resting.put(
                model,
                new Rest(failed, parts.clock().instant().plus(parts.backoff().after(failed)), goesOn));
        current = null;
    }
}
