package dev.lockstep.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record or an embedded document: names to values, in the store's order. Two documents with the same entries are
 * equal whatever their order. Immutable.
 */
public final class Doc implements Value {
    private static final Doc EMPTY = new Doc(new LinkedHashMap<>());

    private final Map<String, Value> entries;

    private Doc(Map<String, Value> entries) {
        this.entries = Collections.unmodifiableMap(entries);
    }

    /** The document without entries. */
    public static Doc empty() {
        return EMPTY;
    }

    /** A document with a copy of these entries, in their order. */
    public static Doc of(Map<String, Value> entries) {
        return new Doc(new LinkedHashMap<>(entries));
    }

    /** A document with one entry. */
    public static Doc of(String name, Value value) {
        return of(Map.of(name, value));
    }

    /** The entries, in order; unmodifiable. */
    public Map<String, Value> entries() {
        return entries;
    }

    /** The value at this path, or {@code null} when some part of it is missing. Lists are not entered. */
    public @Nullable Value get(FieldPath path) {
        Value here = this;
        for (String segment : path.segments()) {
            if (!(here instanceof Doc doc)) {
                return null;
            }
            Value next = doc.entries.get(segment);
            if (next == null) {
                return null;
            }
            here = next;
        }
        return here;
    }

    /** This document with the value at the path, making the documents on the way; a scalar on the way is replaced. */
    public Doc with(FieldPath path, Value value) {
        return with(path.segments(), value);
    }

    private Doc with(List<String> segments, Value value) {
        String head = segments.get(0);
        Map<String, Value> changed = new LinkedHashMap<>(entries);
        if (segments.size() == 1) {
            changed.put(head, value);
        } else {
            Doc child = changed.get(head) instanceof Doc doc ? doc : EMPTY;
            changed.put(head, child.with(segments.subList(1, segments.size()), value));
        }
        return new Doc(changed);
    }

    /** This document without the value at the path; documents on the way stay, even when they become empty. */
    public Doc without(FieldPath path) {
        return get(path) == null ? this : without(path.segments());
    }

    private Doc without(List<String> segments) {
        String head = segments.get(0);
        Map<String, Value> changed = new LinkedHashMap<>(entries);
        if (segments.size() == 1) {
            changed.remove(head);
        } else if (changed.get(head) instanceof Doc child) {
            changed.put(head, child.without(segments.subList(1, segments.size())));
        }
        return new Doc(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Doc that && that.entries.equals(entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
