package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the copies of one source are found: always by a key or an index, never by a scan. */
public sealed interface Find permits Find.Unchosen, Find.ByIndex, Find.ByKey, Find.ByList, Find.ByVia {
    /**
     * The attributes of a copy whose change moves it within the index, beside its pointer; a primary key never changes.
     */
    default List<FieldPath> movingAttributes() {
        return List.of();
    }

    /**
     * False when the look-up for this key passes the record by, though its pointer names the key: it has another sort
     * key, for example.
     */
    default boolean reaches(SourceKey key, Doc record) {
        return true;
    }

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

        @Override
        public boolean reaches(SourceKey source, Doc record) {
            return !buckets.isEmpty()
                    || (key.render(source).entrySet().stream()
                                    .allMatch(part -> part.getValue().equals(record.get(part.getKey())))
                            && prefix.render(source).entrySet().stream()
                                    .allMatch(part -> part.getValue() instanceof Value.Text beginning
                                            && record.get(part.getKey()) instanceof Value.Text text
                                            && text.value().startsWith(beginning.value())));
        }

        @Override
        public List<FieldPath> movingAttributes() {
            return index == null
                    ? List.of()
                    : Stream.of(key, prefix)
                            .flatMap(part -> part.attributes().stream())
                            .toList();
        }
    }

    /**
     * The values of a bucket variable: numbers {@code from} to {@code to}, or the last {@code months} calendar months.
     */
    record Bucket(int from, int to, int months) {}

    /**
     * The source record lists the keys of its copies.
     *
     * @param from the list in the source record; it is watched like a registered field
     * @param key the copy's complete key; its variables are source key variables, {@code it} (one entry of the list)
     *     and {@code it.name} (a value of an entry that is a map)
     */
    record ByList(FieldPath from, KeyPattern key) implements Find {}

    /**
     * Rows found first give the keys of the copies.
     *
     * @param via how the rows are found
     * @param key the copy's complete key; its variables are source key variables and {@code row.attribute}
     */
    record ByVia(Via via, KeyPattern key) implements Find {}

    /**
     * The rows of a two-step look-up, in the copy's store.
     *
     * @param collection the same collection as the copy's, or another one
     * @param key attribute to template of the parts that are given whole
     * @param prefix attribute to template of the part that is given by its beginning; at most one
     * @param index a secondary index whose key is meant, or {@code null} for the primary key
     */
    record Via(
            String collection,
            KeyPattern key,
            KeyPattern prefix,
            @Nullable String index) {}
}
