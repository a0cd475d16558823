package dev.lockstep.fanout.route;

import dev.lockstep.change.Version;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers the newest version captured per key, for a bounded number of keys, those captured last. A key that was
 * forgotten only loses the promise that a zombie's write of it is refused; the next capture of the key mends that.
 */
public final class CapturedVersions implements NewestCaptured {
    private record Key(ModelName model, SourceKey key) {}

    private final Map<Key, Version> versions;

    /** Remembers at most {@code most} keys. */
    public CapturedVersions(int most) {
        versions = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Version> eldest) {
                return size() > most;
            }
        };
    }

    @Override
    public synchronized Optional<Version> of(ModelName model, SourceKey key) {
        return Optional.ofNullable(versions.get(new Key(model, key)));
    }

    synchronized void captured(ModelName model, SourceKey key, Version version) {
        Key at = new Key(model, key);
        Version known = versions.remove(at);
        versions.put(at, known == null ? version : known.max(version));
    }
}
