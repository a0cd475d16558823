package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.StreamStatus;
import dev.lockstep.fanout.observe.StoreStates;
import dev.lockstep.fanout.observe.StoreStates.StoreState;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.Operations;
import dev.lockstep.fanout.security.Caller;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.StoreDescription;
import io.swagger.v3.oas.annotations.Operation;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Configured stores, whether they answer, and how far their streams are. */
@RestController
class StoresController {
    private final StoreStates states;
    private final PipelineStatus pipeline;
    private final Operations operations;
    private final Caller caller;

    StoresController(StoreStates states, PipelineStatus pipeline, Operations operations, Caller caller) {
        this.states = states;
        this.pipeline = pipeline;
        this.operations = operations;
        this.caller = caller;
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

    /** The models whose copies are checked now. */
    record Restored(List<String> models) {}

    @Operation(summary = "A store was restored from a backup: new epoch, and a check of all copies of its models")
    @PostMapping("/api/v1/stores/{store}/restored")
    ResponseEntity<Restored> restored(
            @PathVariable String store, @RequestBody(required = false) @Nullable Reason reason) {
        StoreName name = states.all().stream()
                .map(StoreState::name)
                .filter(known -> known.value().equals(store))
                .findFirst()
                .orElseThrow(
                        () -> Refused.notFound("No store of this name is configured. GET /api/v1/stores lists them."));
        List<ModelName> models = operations.restored(name, caller.name(), Reason.of(reason));
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/gaps?open=true"))
                .body(new Restored(models.stream().map(ModelName::value).toList()));
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
