package dev.lockstep.modelfile;

import dev.lockstep.registry.Elements;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.value.FieldPath;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads how copies are found. */
final class FindReader {
    private static final KeyPattern NONE = new KeyPattern(List.of());
    private static final int MOST_BUCKETS = 1_000;
    private static final int MOST_MONTHS = 1_200;

    /** The forms of {@code by}, each with the attributes that belong to it. */
    enum By {
        INDEX("index"),
        KEY("key", "index", "buckets"),
        LIST("from", "key"),
        VIA("via", "key");

        private final Set<String> attributes;

        By(String... attributes) {
            this.attributes = Set.of(attributes);
        }
    }

    private final Problems problems;
    private final KeyReader keys;
    private final Paths paths;

    FindReader(Problems problems) {
        this.problems = problems;
        this.keys = new KeyReader(problems);
        this.paths = new Paths(problems);
    }

    /** How the copies are found, or {@code null} after a report. */
    @Nullable
    Find find(@Nullable Section section, Variables variables) {
        if (section == null || !hasForm(section)) {
            return new Find.Unchosen();
        }
        section.require("by", "Write \"by: index\", \"by: key\", \"by: list\" or \"by: via\".");
        By by = section.choice("by", By.class);
        if (by == null) {
            return null;
        }
        refuseOthers(section, by);
        return switch (by) {
            case INDEX -> byIndex(section);
            case KEY -> byKey(section, variables);
            case LIST -> byList(section, variables);
            case VIA -> byVia(section, variables);
        };
    }

    private static boolean hasForm(Section section) {
        return Attributes.FIND.names().stream().anyMatch(name -> !name.equals("elements") && section.has(name));
    }

    private void refuseOthers(Section section, By by) {
        Attributes.FIND.names().stream()
                .filter(name -> !name.equals("by") && !name.equals("elements"))
                .filter(name -> section.has(name) && !by.attributes.contains(name))
                .forEach(name -> problems.error(
                        section.at(name),
                        "attribute-does-not-apply",
                        "\"" + name + "\" does not go with \"by: " + Section.written(by) + "\".",
                        "Remove it, or choose another form."));
    }

    private @Nullable Find byIndex(Section section) {
        section.require("index", "Name the index whose leading key is the pointer.");
        String index = section.name("index");
        return index == null ? null : new Find.ByIndex(index);
    }

    private @Nullable Find byKey(Section section, Variables variables) {
        Map<String, Find.Bucket> buckets = buckets(section);
        KeyReader.Lookup lookup = lookup(section, variables.and(buckets.keySet()));
        if (lookup == null) {
            return null;
        }
        for (String bucket : buckets.keySet()) {
            if (!lookup.key().variables().contains(bucket)) {
                problems.error(
                        section.at("buckets").child(bucket),
                        "unused-bucket",
                        "No part of \"key\" uses the bucket variable \"" + Shown.of(bucket) + "\".",
                        "Use it in a template of \"key\", or remove it.");
            }
        }
        if (variables.known() && Collections.disjoint(lookup.key().variables(), variables.all())) {
            problems.error(
                    section.at("key"),
                    "find-key-without-variable",
                    "No part of this key that is given whole has a variable of source.key, so it finds the copies of all"
                            + " sources alike.",
                    "Use a variable in braces, such as \"USER#{userId}\".");
        }
        return new Find.ByKey(lookup.key(), lookup.prefix(), section.name("index"), buckets);
    }

    private KeyReader.@Nullable Lookup lookup(Section section, Variables variables) {
        section.require("key", "Name each key attribute of the copy with its template.");
        Node.Fields map = section.map("key", "key attributes of the copy and their templates");
        return map == null ? null : keys.lookup(section.at("key"), map, variables);
    }

    private Map<String, Find.Bucket> buckets(Section section) {
        Map<String, Find.Bucket> buckets = new LinkedHashMap<>();
        Node.Fields map = section.map("buckets", "a bucket variable with {from, to} or {months}");
        if (map != null) {
            map.members().forEach((name, node) -> {
                Section bucket = Section.of(problems, section.at("buckets").child(name), node, Attributes.BUCKET);
                if (bucket != null) {
                    buckets.put(name, bucket(bucket));
                }
            });
        }
        return buckets;
    }

    private Find.Bucket bucket(Section section) {
        Integer from = section.whole("from", 0, 1_000_000);
        Integer to = section.whole("to", 0, 1_000_000);
        Integer months = section.whole("months", 1, MOST_MONTHS);
        boolean range = section.has("from") && section.has("to") && !section.has("months");
        boolean calendar = section.has("months") && !section.has("from") && !section.has("to");
        if (!range && !calendar) {
            problems.error(
                    section.at(),
                    "bad-bucket",
                    "A bucket variable takes numbers or calendar months.",
                    "Write {from: 0, to: 15}, or {months: 13}.");
        } else if (from != null && to != null && (to < from || to - from >= MOST_BUCKETS)) {
            problems.error(
                    section.at(),
                    "bad-bucket",
                    "From " + from + " to " + to + " is not 1 to " + MOST_BUCKETS + " buckets.",
                    "Write the smaller number first.");
        }
        return new Find.Bucket(from == null ? 0 : from, to == null ? 0 : to, months == null ? 0 : months);
    }

    private @Nullable Find byList(Section section, Variables variables) {
        section.require("from", "Name the list in the source record.");
        String written = section.name("from");
        FieldPath from = written == null ? null : paths.path(section.at("from"), written);
        KeyReader.Lookup lookup = wholeLookup(section, variables.and(Set.of("it")));
        return from == null || lookup == null ? null : new Find.ByList(from, lookup.key());
    }

    private KeyReader.@Nullable Lookup wholeLookup(Section section, Variables variables) {
        KeyReader.Lookup lookup = lookup(section, variables);
        if (lookup != null && !lookup.prefix().parts().isEmpty()) {
            problems.error(
                    section.at("key"),
                    "prefix-not-here",
                    "This form needs the complete key of each copy.",
                    "Give every part of the key whole.");
        }
        return lookup;
    }

    private @Nullable Find byVia(Section section, Variables variables) {
        section.require("via", "Say where the rows are: {collection: NAME, key: {…}}.");
        Section via = section.section("via", Attributes.VIA);
        KeyReader.Lookup key = wholeLookup(section, variables.and(Set.of("row")));
        if (via == null) {
            return null;
        }
        via.require("collection", "Name the collection of the rows.");
        String collection = via.name("collection");
        KeyReader.Lookup rows = lookup(via, variables);
        return collection == null || key == null || rows == null
                ? null
                : new Find.ByVia(new Find.Via(collection, rows.key(), rows.prefix(), via.name("index")), key.key());
    }

    /** Where in the record the copy sits, or {@code null} when it is the record itself. */
    @Nullable
    Elements elements(@Nullable Section section, Variables variables) {
        if (section == null) {
            return null;
        }
        section.require("path", "Name the array, such as \"path: items\".");
        section.require("match", "Name the attribute of an element for each variable, such as \"match: {sku: sku}\".");
        String written = section.name("path");
        FieldPath path = written == null ? null : paths.ownPath(section.at("path"), written);
        Node.Fields map = section.map("match", "attributes of an element and the variables that they hold");
        KeyPattern match = map == null ? null : keys.pointer(section.at("match"), map, variables);
        return path == null || match == null ? null : new Elements(path, match);
    }

    /** The pattern of a key look-up: what it says about a copy's key, prefix apart. */
    static KeyPattern patternOf(Find find) {
        if (find instanceof Find.ByKey byKey) {
            return byKey.key();
        }
        if (find instanceof Find.ByList byList) {
            return byList.key();
        }
        return find instanceof Find.ByVia byVia ? byVia.key() : NONE;
    }
}
