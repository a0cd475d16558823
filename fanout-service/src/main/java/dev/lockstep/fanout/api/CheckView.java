package dev.lockstep.fanout.api;

import dev.lockstep.fanout.control.PipelineControl.CheckedCopy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a check found and wrote.
 *
 * @param outcomes how many copies had each outcome
 * @param copies each copy
 */
record CheckView(Map<String, Long> outcomes, List<Checked> copies) {
    /** One copy; {@code differences} are the registered fields that were not as they should be. */
    record Checked(
            String copy,
            String record,
            String outcome,
            List<String> differences,
            @Nullable String detail) {}

    static CheckView of(List<CheckedCopy> checked) {
        return new CheckView(
                checked.stream()
                        .collect(Collectors.groupingBy(CheckedCopy::outcome, TreeMap::new, Collectors.counting())),
                checked.stream()
                        .map(one -> new Checked(
                                one.copy().value(),
                                one.record(),
                                one.outcome(),
                                one.differences().stream().map(Object::toString).toList(),
                                one.detail()))
                        .toList());
    }
}
