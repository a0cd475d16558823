package dev.lockstep.fanout.service;

import dev.lockstep.fanout.resync.Resync;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Problem;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the models again, because another process may have changed them, and looks whether what broke a model has been
 * mended: then it goes on by itself. A model that can't be looked at, because its store is down or no longer
 * configured, stays broken and holds up no other.
 */
final class Mender implements Step {
    private static final Logger log = LoggerFactory.getLogger(Mender.class);

    private final Models models;
    private final Stores stores;
    private final GapStore gaps;

    Mender(Models models, Stores stores, GapStore gaps) {
        this.models = models;
        this.stores = stores;
        this.gaps = gaps;
    }

    @Override
    public Outcome step() {
        try {
            models.reload();
            models.current().models().stream()
                    .filter(active -> active.state() == ModelState.BROKEN)
                    .forEach(this::mend);
        } catch (StateException e) {
            log.warn("Could not read the models: {}. Those that run go on.", e.getMessage());
        }
        return Outcome.IDLE;
    }

    private void mend(ActiveModel active) {
        try {
            if (isMended(active)) {
                boolean neverVerified = gaps.openOf(active.name()).stream()
                        .anyMatch(gap -> gap.partition().equals(Resync.NEVER_VERIFIED));
                models.setState(active.name(), neverVerified ? ModelState.FILLING : ModelState.ACTIVE, null);
                log.info("Model {} goes on: what had broken it is mended.", active.name());
            }
        } catch (StoreException | IllegalArgumentException e) {
            log.debug("Could not look at model {}: {}. It stays as it is.", active.name(), e.getMessage());
        }
    }

    private boolean isMended(ActiveModel active) {
        boolean source =
                stores.get(active.model().source().at().store()).inspector().inspectSource(active.model()).stream()
                        .noneMatch(Problem::refuses);
        return source && active.model().definitions().stream().allMatch(this::hasAccessPath);
    }

    private boolean hasAccessPath(CopyDefinition definition) {
        return stores.get(definition.copy().at().store()).inspector().inspectCopy(definition).problems().stream()
                .noneMatch(Problem::refuses);
    }
}
