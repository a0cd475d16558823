package dev.lockstep.fanout.api;

import dev.lockstep.fanout.control.PipelineControl.CopyView;
import dev.lockstep.fanout.control.PipelineControl.SourceView;
import dev.lockstep.modelfile.KeyPath;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One source and its copies as they are now. Values of sensitive fields are masked, also in the source.
 *
 * @param key the key, ready for paths
 * @param sourceState present, absent (no record has this key) or excluded ({@code where} or {@code deletedWhen} says
 *     that the record is no source)
 * @param source its watched attributes; left out unless it is present
 * @param newestCaptured the newest version of this key that was captured since start
 * @param current true when every copy shown is as it should be; with {@code fresh} every copy there is
 * @param truncated true when there are more copies than shown
 */
record SourceKeyView(
        String model,
        String key,
        String sourceState,
        @Nullable Map<String, @Nullable Object> source,
        @Nullable String newestCaptured,
        boolean current,
        boolean truncated,
        List<Copied> copies) {
    /**
     * One copy; {@code outcome} is equal, different, orphaned, no-pointer, newer-format or superseded,
     * {@code differences} are the registered fields that are not as they should be.
     */
    record Copied(
            String copy,
            String record,
            Map<String, @Nullable Object> values,
            @Nullable String version,
            String outcome,
            boolean current,
            List<String> differences) {}

    static SourceKeyView of(Model model, SourceKey key, SourceView view) {
        Map<CopyName, Set<FieldPath>> sensitive =
                model.copies().stream().collect(Collectors.toMap(Copy::name, Copy::sensitive));
        return new SourceKeyView(
                model.name().value(),
                KeyPath.format(key),
                view.state().name().toLowerCase(Locale.ROOT),
                view.source()
                        .map(record -> ValueJson.masked(record, sensitiveSources(model)))
                        .orElse(null),
                view.newestCaptured().orElse(null),
                view.current(),
                view.truncated(),
                view.copies().stream()
                        .map(copy -> of(copy, sensitive.getOrDefault(copy.copy(), Set.of())))
                        .toList());
    }

    private static Copied of(CopyView copy, Set<FieldPath> sensitive) {
        return new Copied(
                copy.copy().value(),
                copy.record(),
                ValueJson.masked(copy.values(), sensitive),
                copy.version().orElse(null),
                copy.outcome(),
                copy.current(),
                copy.differences().stream().map(Object::toString).toList());
    }

    private static Set<FieldPath> sensitiveSources(Model model) {
        return model.copies().stream()
                .flatMap(copy ->
                        copy.fields().stream().filter(rule -> copy.sensitive().contains(rule.target())))
                .map(FieldRule::sourcePaths)
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }
}
