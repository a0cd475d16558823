package dev.lockstep.fanout.service;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.resync.KeyCheck;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.DeadLetterStore;
import dev.lockstep.state.DeadLetterStore.DeadLetter;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out commands, in the caller's thread where they are short. */
final class Control implements PipelineControl {
    private static final int PAGE = 500;

    private final Pipeline pipeline;
    private final DeadLetterStore deadLetters;
    private final Function<String, Value> parser;
    private final Clock clock;
    private final KeyCheck checks;

    Control(Pipeline pipeline, DeadLetterStore deadLetters, Function<String, Value> parser, Clock clock) {
        this.pipeline = pipeline;
        this.deadLetters = deadLetters;
        this.parser = parser;
        this.clock = clock;
        this.checks = new KeyCheck(pipeline.check(), PAGE);
    }

    @Override
    public void modelsChanged() {
        pipeline.models().reload();
    }

    @Override
    public long fill(ModelName model) {
        required(model);
        return pipeline.resync().fill(model).id();
    }

    @Override
    public List<ModelName> restored(StoreName store, String reason) {
        return pipeline.captures().restored(store, reason);
    }

    private ActiveModel required(ModelName model) {
        return pipeline.models()
                .find(model)
                .orElseThrow(() -> new IllegalArgumentException("the model " + model + " does not run here"));
    }

    @Override
    public List<CheckedCopy> check(ModelName model, SourceKey key) {
        ActiveModel active = required(model);
        List<CheckedCopy> checked = new ArrayList<>();
        for (CopyDefinition definition : active.model().definitions()) {
            checks.check(
                    active,
                    definition,
                    key,
                    CheckRun.Goal.FIX,
                    (of, outcomes) -> outcomes.forEach(outcome -> checked.add(checked(of, outcome))));
        }
        return checked;
    }

    private static CheckedCopy checked(CopyDefinition definition, CheckOutcome outcome) {
        @Nullable StoreException cause = outcome.cause();
        return new CheckedCopy(
                definition.copy().name(),
                outcome.record().canonical(),
                outcome.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                outcome.differences(),
                cause == null ? null : cause.getMessage());
    }

    @Override
    public SourceView look(ModelName model, SourceKey key, int mostCopies) {
        ActiveModel active = required(model);
        Source source = active.model().source();
        Optional<Version> newest = pipeline.captured().of(model, key);
        Map<SourceKey, Doc> read =
                pipeline.check().stores().records(source.at().store()).read(source, List.of(key), Optional.empty());
        List<CopyView> views = new ArrayList<>();
        for (CopyDefinition definition : active.model().definitions()) {
            checks.check(
                    active,
                    definition,
                    key,
                    CheckRun.Goal.LOOK,
                    (of, outcomes) -> outcomes.stream()
                            .limit(mostCopies + 1L - views.size())
                            .forEach(outcome -> views.add(view(of, outcome))));
        }
        boolean truncated = views.size() > mostCopies;
        return new SourceView(
                Optional.ofNullable(read.get(key)).filter(source.where()::matches),
                newest.map(Version::text),
                truncated ? views.subList(0, mostCopies) : views,
                truncated);
    }

    private static CopyView view(CopyDefinition definition, CheckOutcome outcome) {
        List<Doc> occurrences = outcome.seen().occurrences();
        return new CopyView(
                definition.copy().name(),
                outcome.record().canonical(),
                occurrences.isEmpty() ? Doc.empty() : occurrences.get(0),
                outcome.seen().parsedLabel().map(Label::version),
                outcome.kind().isRight(),
                outcome.differences());
    }

    @Override
    public List<CheckedCopy> replay(long deadLetter) {
        DeadLetter letter = deadLetters
                .find(deadLetter)
                .orElseThrow(() -> new IllegalArgumentException("the dead letter " + deadLetter + " is not open"));
        ActiveModel active = required(letter.model());
        CopyDefinition definition = active.model().definitions().stream()
                .filter(candidate -> candidate.copy().name().equals(letter.copy()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the copy " + letter.copy() + " is not registered"));
        List<CheckOutcome> outcomes = new ArrayList<>();
        if (letter.copyKey().equals("*")) {
            SourceKey key = SourceKey.of(doc(letter.sourceKey()).entries());
            checks.check(active, definition, key, CheckRun.Goal.FIX, (of, page) -> outcomes.addAll(page));
        } else {
            RecordKey record = new RecordKey(doc(letter.copyKey()));
            outcomes.addAll(checks.records(active, definition, List.of(record), CheckRun.Goal.FIX));
        }
        if (outcomes.stream().noneMatch(Control::stillWrong)) {
            deadLetters.close(deadLetter, "replayed", clock.instant());
        }
        return outcomes.stream().map(outcome -> checked(definition, outcome)).toList();
    }

    private static boolean stillWrong(CheckOutcome outcome) {
        return outcome.kind() == CheckOutcome.Kind.FAILED
                || outcome.kind() == CheckOutcome.Kind.CONFLICT
                || outcome.kind() == CheckOutcome.Kind.SUPERSEDED;
    }

    private Doc doc(String canonical) {
        if (parser.apply(canonical) instanceof Doc doc) {
            return doc;
        }
        throw new IllegalArgumentException("the key " + canonical + " is not readable");
    }
}
