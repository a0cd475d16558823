package dev.lockstep.fanout.service;

import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
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
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.util.List;
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
    public Checked check(ModelName model, SourceKey key) {
        ActiveModel active = required(model);
        Tally tally = new Tally(PAGE);
        for (CopyDefinition definition : active.model().definitions()) {
            checks.check(active, definition, key, CheckRun.Goal.FIX, tally::add);
        }
        return tally.checked();
    }

    @Override
    public SourceView look(ModelName model, SourceKey key, int mostCopies, boolean all) {
        ActiveModel active = required(model);
        Source source = active.model().source();
        Optional<Version> newest = pipeline.captured().of(model, key);
        @Nullable
        Doc record = pipeline.check()
                .stores()
                .records(source.at().store())
                .read(source, List.of(key), Optional.empty())
                .get(key);
        Look look = new Look(mostCopies, all);
        for (CopyDefinition definition : active.model().definitions()) {
            if (look.wantsMore()) {
                checks.checkWhile(
                        active, definition, key, CheckRun.Goal.LOOK, outcomes -> look.add(definition, outcomes));
            }
        }
        return look.view(source, record, newest.map(Version::text));
    }

    @Override
    public Checked replay(long deadLetter) {
        DeadLetter letter = deadLetters
                .find(deadLetter)
                .orElseThrow(() -> new IllegalArgumentException("the dead letter " + deadLetter + " is not open"));
        ActiveModel active = required(letter.model());
        CopyDefinition definition = active.model().definitions().stream()
                .filter(candidate -> candidate.copy().name().equals(letter.copy()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the copy " + letter.copy() + " is not registered"));
        Tally tally = new Tally(PAGE);
        if (letter.copyKey().equals("*")) {
            SourceKey key = SourceKey.of(doc(letter.sourceKey()).entries());
            checks.check(active, definition, key, CheckRun.Goal.FIX, tally::add);
        } else {
            RecordKey record = new RecordKey(doc(letter.copyKey()));
            tally.add(definition, checks.records(active, definition, List.of(record), CheckRun.Goal.FIX));
        }
        if (!tally.stillWrong()) {
            deadLetters.close(deadLetter, "replayed", clock.instant());
        }
        return tally.checked();
    }

    private Doc doc(String canonical) {
        if (parser.apply(canonical) instanceof Doc doc) {
            return doc;
        }
        throw new IllegalArgumentException("the key " + canonical + " is not readable");
    }
}
