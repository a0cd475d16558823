package dev.lockstep.testkit.contract;

import dev.lockstep.value.FieldPath;
import java.util.Arrays;
import java.util.List;

/**
 * An index that a contract asks a fixture to make.
 *
 * @param name its name
 * @param paths its attributes, leading one first; a path may lead into the elements of a list
 * @param unique whether it is unique
 */
public record IndexSpec(String name, List<FieldPath> paths, boolean unique) {
    public IndexSpec {
        paths = List.copyOf(paths);
    }

    static IndexSpec of(String name, String... paths) {
        return new IndexSpec(name, Arrays.stream(paths).map(FieldPath::parse).toList(), false);
    }

    static IndexSpec unique(String name, String... paths) {
        return new IndexSpec(name, of(name, paths).paths(), true);
    }
}
