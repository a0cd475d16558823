package dev.lockstep.fanout.api;

import dev.lockstep.fanout.control.PipelineControl;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a check found and wrote.
 *
 * @param outcomes how many copies had each outcome
 * @param truncated true when not every copy is shown
 * @param copies the copies, those first that are wrong, then those that were written
 */
record CheckView(Map<String, Long> outcomes, boolean truncated, List<Checked> copies) {
    /** One copy; {@code differences} are the registered fields that were not as they should be. */
    record Checked(
            String copy,
            String record,
            String outcome,
            List<String> differences,
            @Nullable String detail) {}

    static CheckView of(PipelineControl.Checked checked) {
        return new CheckView(
                checked.outcomes(),
                checked.truncated(),
                checked.copies().stream()
                        .map(one -> new Checked(
                                one.copy().value(),
                                one.record(),
                                one.outcome(),
                                one.differences().stream().map(Object::toString).toList(),
                                one.detail()))
                        .toList());
    }
}
