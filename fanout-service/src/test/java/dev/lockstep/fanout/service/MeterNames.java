package dev.lockstep.fanout.service;

import dev.lockstep.fanout.observe.GaugeNames;
import dev.lockstep.fanout.observe.Signals.ChangeOutcome;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.testkit.Models;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;

/** The names under which Prometheus sees the service's own metrics. */
public final class MeterNames {
    private MeterNames() {}

    /** Sample names of a scrape after everything has happened once. */
    public static Set<String> scraped() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Meters meters = new Meters(registry, Clock.systemUTC());
        CopyDefinition copy = Models.orderCustomer().definitions().get(0);
        for (ChangeOutcome outcome : ChangeOutcome.values()) {
            meters.change(copy.model().name(), outcome);
        }
        meters.applied(
                copy, Models.key("customerId", "c1"), 1, Clock.systemUTC().instant());
        meters.failed(copy);
        meters.checked(copy, true);
        meters.foreignWrite(copy);
        meters.contested(copy);
        GaugeNames.all().forEach(name -> Gauge.builder(name, () -> 0).register(registry));
        Set<String> names = new TreeSet<>();
        registry.scrape()
                .lines()
                .filter(line -> line.startsWith("lockstep_"))
                .forEach(line -> names.add(line.split("[{ ]", 2)[0]));
        return names;
    }
}
