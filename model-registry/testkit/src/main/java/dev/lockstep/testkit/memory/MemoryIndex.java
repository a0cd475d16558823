package dev.lockstep.testkit.memory;

import dev.lockstep.value.FieldPath;
import java.util.Arrays;
import java.util.List;

/**
 * A secondary index. A path may lead through lists, whose elements are then indexed each.
 *
 * @param name the name by which finds ask for it
 * @param paths the indexed attributes, leading one first
 * @param unique whether the look-up of sources may rely on it; not enforced on writes
 */
public record MemoryIndex(String name, List<FieldPath> paths, boolean unique) {
    public MemoryIndex {
        paths = List.copyOf(paths);
    }

    /** An index over these paths, each in its written form. */
    public static MemoryIndex of(String name, String... paths) {
        return new MemoryIndex(name, Arrays.stream(paths).map(FieldPath::parse).toList(), false);
    }

    /** A unique index over these paths, each in its written form. */
    public static MemoryIndex unique(String name, String... paths) {
        return new MemoryIndex(name, of(name, paths).paths(), true);
    }
}
