package dev.lockstep.store;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Looks at a store before anything is written: indexes, stream settings, rights, sizes. Problems come with their path
 * in the model file and the exact command that mends them. Reads only; called by plans and registrations.
 */
public interface SchemaInspector {
    /** What is wrong with the source in this store: no unique key, no stream, a form that is not available. */
    List<Problem> inspectSource(Model model);

    /** The access path of a copy definition in this store, or the problems that leave it without one. */
    AccessPath inspectCopy(CopyDefinition definition);

    /**
     * The indexes (or keys) whose leading part is the pointer, by name: what {@code find} may be when it is left out.
     */
    List<String> indexesFor(CopyDefinition definition);

    /** Sizes, sampled or estimated; for plans only. */
    Sizes sizes(CopyDefinition definition, Source source);

    /**
     * How copies are found.
     *
     * @param description the path and the proof that it is no scan, for people
     * @param problems errors and warnings; any error means there is no path
     */
    record AccessPath(String description, List<Problem> problems) {
        public AccessPath {
            problems = List.copyOf(problems);
        }
    }

    /**
     * How many there are.
     *
     * @param sources estimated number of sources, empty when the store cannot say cheaply
     * @param copies estimated number of records in the copies' collection
     * @param copiesPerSource sampled quantiles: keys {@code p50}, {@code p99}, {@code max}
     * @param largest the sources with most copies in the sample, largest first, at most 10
     */
    record Sizes(
            OptionalLong sources,
            OptionalLong copies,
            Map<String, Long> copiesPerSource,
            Map<SourceKey, Long> largest) {}
}
