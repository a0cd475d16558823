package dev.lockstep.fanout.observe;

import java.util.Set;

/** The names of the gauges, for tests of what uses them. */
public final class GaugeNames {
    private GaugeNames() {}

    /** As registered, such as {@code lockstep.capture.lag}. */
    public static Set<String> all() {
        return StateMeters.names().keySet();
    }
}
