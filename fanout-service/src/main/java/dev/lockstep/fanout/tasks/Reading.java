package dev.lockstep.fanout.tasks;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.TaskStore.Task;
import dev.lockstep.value.Doc;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A strong read of a task's source, good for one generation: not older than the change that the task has by then, so
 * that its label is never above it (rules R5 and R10).
 *
 * @param revision of the model, whose fields were read
 * @param source empty when it is gone or is no source by {@code where}
 * @param isExcluded true in the latter case
 */
record Reading(long generation, int revision, Optional<Doc> source, boolean isExcluded) {
    static Reading of(TaskParts parts, Task task, ActiveModel active, SourceKey key) {
        Source source = active.model().source();
        Map<SourceKey, Doc> records = parts.failures()
                .calls()
                .call(
                        source.at().store(),
                        () -> parts.stores()
                                .records(source.at().store())
                                .read(
                                        source,
                                        Set.of(key),
                                        Optional.of(task.version().position())));
        Optional<Doc> record = Optional.ofNullable(records.get(key));
        Optional<Doc> included = record.filter(source::includes);
        return new Reading(task.generation(), active.revision(), included, record.isPresent() && included.isEmpty());
    }
}
