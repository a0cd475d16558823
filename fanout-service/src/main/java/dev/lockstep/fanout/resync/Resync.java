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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills models that ask for it and checks all copies of models with an open gap, one model at a time, beside live
 * changes. A run begins only when capture of its model is on. A gap is closed only by a full check that began after it
 * was opened: a fill leaves copies alone that are labelled in this epoch, and so can't tell whether a change was
 * missed.
 */
public final class Resync implements Step {
    /** The gap of a model that was never verified; it is closed by its first fill or full check. */
    public static final String NEVER_VERIFIED = "*";

    private static final String REPAIR_ONLY =
            "strategy repair: nothing is filled; the first full check of the repair job says whether its copies are right";

    private static final Logger log = LoggerFactory.getLogger(Resync.class);

    private final ResyncParts parts;
    private @Nullable ActiveModel active;
    private @Nullable Job job;
    private @Nullable Run run;
    private Set<Long> gapsAtStart = Set.of();
    private Instant notBefore = Instant.MIN;
    private int failures;

    /** Has nothing to do yet. */
    public Resync(ResyncParts parts) {
        this.parts = parts;
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
        Job current = job;
        ActiveModel of = active;
        try {
            if (current == null || of == null) {
                return begin() ? Outcome.WORKED : Outcome.IDLE;
            }
            if (isOutdated(of)) {
                end("CANCELLED", "the model was changed; it begins again");
            } else if (!current.step()) {
                finished(of, current);
            }
            failures = 0;
            return Outcome.WORKED;
        } catch (StoreException e) {
            storeFailed(of, e);
        } catch (StateException e) {
            later(e);
        }
        return Outcome.WORKED;
    }

    private boolean begin() {
        for (ActiveModel candidate : parts.models().current().models()) {
            boolean runs = candidate.state() != ModelState.PAUSED && candidate.state() != ModelState.BROKEN;
            if (!runs || !parts.covered().test(candidate)) {
                continue;
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
        gapsAtStart =
                parts.state().gaps().openOf(model.name()).stream().map(Gap::id).collect(Collectors.toSet());
        Optional<Run> asked = parts.state().runs().list(Optional.of(model.name()), 0, 20).stream()
                .filter(known ->
                        known.status().equals("RUNNING") && known.kind().equals(kind))
                .findFirst();
        run = asked.orElseGet(() ->
                parts.state().runs().start(model.name(), kind, parts.clock().instant()));
        active = model;
        job = next;
        log.info("Began a {} of model {}.", kind, model.name());
    }

    private boolean isOutdated(ActiveModel of) {
        return parts.models()
                .find(of.name())
                .filter(now ->
                        now.epoch().equals(of.epoch()) && now.revision() == of.revision() && now.state() == of.state())
                .isEmpty();
    }

    private void finished(ActiveModel of, Job done) {
        Run ended = run;
        Instant began = ended == null ? parts.clock().instant() : ended.startedAt();
        String report = report(done.progress());
        for (Gap gap : parts.state().gaps().openOf(of.name())) {
            boolean covered = done instanceof VerifyJob && gapsAtStart.contains(gap.id());
            if (covered || gap.partition().equals(NEVER_VERIFIED)) {
                parts.state().gaps().close(gap.id(), parts.clock().instant(), report);
            }
        }
        if (done instanceof VerifyJob verify) {
            measured(of, verify, began);
        }
        end("SUCCEEDED", report);
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

    private static String report(Progress progress) {
        return "{\"scanned\":" + progress.scanned() + ",\"found\":" + progress.found() + ",\"fixed\":"
                + progress.fixed() + ",\"skipped\":" + progress.skipped() + "}";
    }

    private void end(String status, String report) {
        Run ended = run;
        Job done = job;
        if (ended != null && done != null) {
            Progress progress = done.progress();
            parts.state()
                    .runs()
                    .update(new Run(
                            ended.id(),
                            ended.model(),
                            ended.kind(),
                            status,
                            progress.scanned(),
                            progress.found(),
                            progress.fixed(),
                            progress.skipped(),
                            null,
                            report,
                            ended.startedAt(),
                            parts.clock().instant()));
            log.info("Ended a {} of model {}: {} {}.", ended.kind(), ended.model(), status, report);
        }
        run = null;
        job = null;
        active = null;
    }

    private void storeFailed(@Nullable ActiveModel of, StoreException e) {
        if (of != null && e.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
            end("FAILED", String.valueOf(e.getMessage()));
            parts.models().setState(of.name(), ModelState.BROKEN, e.getMessage());
        } else if (of != null && !e.passesByItself()) {
            log.error("Could not go on with model {}: {} It begins again after a pause.", of.name(), e.getMessage());
            end("FAILED", String.valueOf(e.getMessage()));
            later(e);
        } else {
            later(e);
        }
    }

    private void later(RuntimeException e) {
        failures++;
        notBefore = parts.clock().instant().plus(parts.backoff().after(failures));
        log.debug("Could not go on with a fill or full check: {}. It goes on where it was.", e.getMessage());
    }
}
