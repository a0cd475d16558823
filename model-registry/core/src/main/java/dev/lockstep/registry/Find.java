package dev.lockstep.registry;

import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the copies of one source are found: always by a key or an index, never by a scan. */
public sealed interface Find permits Find.Unchosen, Find.ByIndex, Find.ByKey, Find.ByList, Find.ByVia {
    /** Left out in the model file: the one index or key that fits is chosen when the model is applied, never later. */
    record Unchosen() implements Find {}

    /** A secondary index whose leading key is the pointer. */
    record ByIndex(String index) implements Find {}

    /**
     * The primary key (or that of {@code index}): complete, a partition, or a partition and a prefix.
     *
     * @param key attribute to template of the parts that are given whole
     * @param prefix attribute to template of the part that is given by its beginning; at most one
     * @param index a secondary index whose key is meant, or {@code null} for the primary key
     * @param buckets variables that take several values, each with how many
     */
    record ByKey(
            KeyPattern key, KeyPattern prefix, @Nullable String index, Map<String, Bucket> buckets) implements Find {
        public ByKey {
            buckets = Map.copyOf(buckets);
        }
    }

    /**
     * The values of a bucket variable: numbers {@code from} to {@code to}, or the last {@code months} calendar months.
     */
    record Bucket(int from, int to, int months) {}

    /** The source record lists the keys of its copies. */
    record ByList(FieldPath from, Map<String, Template> key) implements Find {
        public ByList {
            key = Map.copyOf(key);
        }
    }

    /** Rows found first, in the same or another collection, give the keys of the copies. */
    record ByVia(String collection, Map<String, Template> viaKey, Map<String, Template> key) implements Find {
        public ByVia {
            viaKey = Map.copyOf(viaKey);
            key = Map.copyOf(key);
        }
    }
}
