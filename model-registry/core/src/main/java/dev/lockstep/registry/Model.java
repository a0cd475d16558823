package dev.lockstep.registry;

import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One source of truth and its copies, as registered. The parser in {@code model-file} makes only valid models.
 *
 * @param name unique, never renamed
 * @param description free text
 * @param owner free text
 * @param source the source of truth
 * @param copies the copy definitions, at least one, with unique names
 */
public record Model(
        ModelName name,
        @Nullable String description,
        @Nullable String owner,
        Source source,
        List<Copy> copies) {
    public Model {
        copies = List.copyOf(copies);
        source = source.of(copies);
    }

    /** The copy definitions, each with its model. */
    public List<CopyDefinition> definitions() {
        return copies.stream().map(copy -> new CopyDefinition(this, copy)).toList();
    }

    /** The copy definitions that the fan-out writes: strategy stream, not observed only. */
    public List<CopyDefinition> streamed() {
        return definitions().stream()
                .filter(definition -> definition.copy().strategy() == Copy.Strategy.STREAM)
                .toList();
    }

    /**
     * Source paths whose change can change a copy: registered fields and the attributes of key, where, delete and
     * version.
     */
    public Set<FieldPath> watchedSourcePaths() {
        return source.watched();
    }

    /** By its name only, as that of {@link CopyDefinition}. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
