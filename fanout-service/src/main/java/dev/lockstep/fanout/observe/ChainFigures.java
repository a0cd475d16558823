package dev.lockstep.fanout.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A way in which values travel over several models.
 *
 * @param models their names, from the first source on
 * @param freshness the 99th percentile of each hop's slowest copy definition; empty where nothing was measured lately
 */
public record ChainFigures(List<String> models, List<Optional<Duration>> freshness) {
    public ChainFigures {
        models = List.copyOf(models);
        freshness = List.copyOf(freshness);
    }

    /** The sum over the hops, empty unless each has a figure. Most changes are faster: it adds up bad cases. */
    public Optional<Duration> sum() {
        return freshness.stream().allMatch(Optional::isPresent)
                ? freshness.stream().flatMap(Optional::stream).reduce(Duration::plus)
                : Optional.empty();
    }
}
