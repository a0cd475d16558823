package dev.lockstep.fanout.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The service's configuration.
 *
 * @param stores store name to its settings: {@code kind} and the connector's own, keys in kebab case
 * @param models where models come from besides the API
 * @param api the REST API and the page
 * @param shutdown the end of the service
 * @param lease ownership of stream partitions
 * @param capture reading of streams
 * @param delete deletes of sources
 * @param tasks what waits in the state store
 * @param lookup look-ups by an index that lags
 */
@Validated
@ConfigurationProperties("lockstep")
public record LockstepProperties(
        @DefaultValue @NotNull Map<String, Map<String, String>> stores,
        @DefaultValue @Valid @NotNull Models models,
        @DefaultValue @Valid @NotNull Api api,
        @DefaultValue @Valid @NotNull Shutdown shutdown,
        @DefaultValue @Valid @NotNull Lease lease,
        @DefaultValue @Valid @NotNull Capture capture,
        @DefaultValue @Valid @NotNull Delete delete,
        @DefaultValue @Valid @NotNull Tasks tasks,
        @DefaultValue @Valid @NotNull Lookup lookup) {

    /**
     * Models from files.
     *
     * @param location a folder of YAML files, applied at start; {@code null} for none
     */
    public record Models(@Nullable Path location) {}

    /**
     * The REST API.
     *
     * @param keyFile a file with the API key, readable by its owner only; the environment variable
     *     {@code LOCKSTEP_API_KEY} comes first
     * @param keyName the name under which changes made with the key stand in the audit
     * @param mostBody the largest request body
     */
    public record Api(
            @Nullable Path keyFile,
            @DefaultValue("api-key") @NotBlank String keyName,
            @DefaultValue("1MB") @NotNull DataSize mostBody) {}

    /**
     * The end of the service.
     *
     * @param grace how long lanes may drain after SIGTERM
     */
    public record Shutdown(
            @DefaultValue("20s") @DurationMin(seconds = 0) Duration grace) {}

    /**
     * Ownership of stream partitions.
     *
     * @param length how long a lease lasts without being renewed
     */
    public record Lease(
            @DefaultValue("15s") @DurationMin(seconds = 2) Duration length) {}

    /**
     * Deletes of sources, for copies whose {@code onSourceDelete} is not {@code keep}.
     *
     * @param delay {@code lockstep.delete.wait}: a delete is carried out so long after it was captured, if the source
     *     is still gone then
     * @param max copies of one model that deletes may change within an hour; above it they are held for a person
     */
    public record Delete(
            @Name("wait") @DefaultValue("30s") @DurationMin(seconds = 0)
            Duration delay,

            @DefaultValue("1000") @Min(1) long max) {}

    /**
     * What waits in the state store: large fan-outs, and keys of models or stores that are paused or down.
     *
     * @param max rows; at so many the streams are read no further until there are fewer
     */
    public record Tasks(@DefaultValue("1000000") @Min(1) long max) {}

    /**
     * Look-ups by an index that lags behind its collection.
     *
     * @param delay {@code lockstep.lookup.wait}: inserted and moved copies are checked again so long after they were
     *     captured. Longer than the index ever lags, plus {@code lockstep.lease.length}, plus the longest write
     */
    public record Lookup(
            @Name("wait") @DefaultValue("60s") @DurationMin(seconds = 1)
            Duration delay) {}

    /**
     * Reading of streams.
     *
     * @param batch changes taken from a stream at a time
     */
    public record Capture(
            @DefaultValue("500") @Min(1) @Max(10_000) int batch) {}
}
