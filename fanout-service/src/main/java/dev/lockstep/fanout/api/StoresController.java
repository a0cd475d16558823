package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.StreamStatus;
import dev.lockstep.fanout.observe.StoreStates;
import dev.lockstep.fanout.observe.StoreStates.StoreState;
import dev.lockstep.store.StoreDescription;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Configured stores, whether they answer, and how far their streams are. */
@RestController
class StoresController {
    private final StoreStates states;
    private final PipelineStatus pipeline;

    StoresController(StoreStates states, PipelineStatus pipeline) {
        this.states = states;
        this.pipeline = pipeline;
    }

    /** A store as shown. {@code imitation} is true when the server is a stand-in and not the real product. */
    record StoreView(
            String store,
            String kind,
            String connection,
            String detail,
            @Nullable String product,
            @Nullable Boolean imitation,
            @Nullable Boolean supported,
            @Nullable String address,
            @Nullable List<String> missingRights,
            @Nullable Instant askedAt,
            List<StreamView> streams) {}

    /** A stream partition as shown. */
    record StreamView(
            String partition,
            String state,
            String detail,
            long lagMs,
            @Nullable Instant durableUpTo,
            @Nullable String checkpoint) {}

    @Operation(summary = "Configured stores, connection state, stream positions")
    @GetMapping("/api/v1/stores")
    Page<StoreView> stores() {
        List<StreamStatus> streams = pipeline.streams();
        return new Page<>(
                states.all().stream().map(store -> view(store, streams)).toList(), null);
    }

    private static StoreView view(StoreState store, List<StreamStatus> streams) {
        return new StoreView(
                store.name().value(),
                store.kind(),
                store.connection().name(),
                store.detail(),
                store.description().map(StoreDescription::product).orElse(null),
                store.description().map(StoreDescription::imitation).orElse(null),
                store.description().map(StoreDescription::supported).orElse(null),
                store.description().map(StoreDescription::address).orElse(null),
                store.description().map(StoreDescription::missingRights).orElse(null),
                store.askedAt().orElse(null),
                streams.stream()
                        .filter(stream -> stream.store().equals(store.name()))
                        .map(StoresController::view)
                        .toList());
    }

    private static StreamView view(StreamStatus stream) {
        return new StreamView(
                stream.partition(),
                stream.state(),
                stream.detail(),
                stream.lag().toMillis(),
                stream.durableUpTo().orElse(null),
                stream.checkpoint().orElse(null));
    }
}
