package dev.lockstep.modelfile;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import org.jspecify.annotations.Nullable;

/** Reads the source of truth. */
final class SourceReader {
    private final Problems problems;
    private final ValueReader values;

    SourceReader(Problems problems) {
        this.problems = problems;
        this.values = new ValueReader(problems);
    }

    /** The source, or {@code null} after a report. */
    @Nullable
    Source source(@Nullable Section section) {
        if (section == null) {
            return null;
        }
        section.require("store", "Name a configured store.");
        section.require("collection", "Name the collection or table.");
        section.require("key", "Name the variable and the attribute of the key, such as \"key: {customerId: _id}\".");
        StoreName store = store(problems, section);
        String collection = section.name("collection");
        Node.Fields map = section.map("key", "variables and the source attributes that hold them");
        KeyPattern key = map == null ? null : new KeyReader(problems).sourceKey(section.at("key"), map);
        String version = section.name("version");
        FieldPath versionPath = version == null ? null : new Paths(problems).ownPath(section.at("version"), version);
        Source.OnExpire onExpire = section.choice("onExpire", Source.OnExpire.class, Source.OnExpire.DELETE);
        var where = values.filter(section, "where");
        var deletedWhen = values.filter(section, "deletedWhen");
        return store == null || collection == null || key == null
                ? null
                : new Source(new CollectionRef(store, collection), key, where, versionPath, deletedWhen, onExpire);
    }

    static @Nullable StoreName store(Problems problems, Section section) {
        String written = section.name("store");
        if (written == null) {
            return null;
        }
        try {
            return new StoreName(written);
        } catch (IllegalArgumentException e) {
            problems.error(section.at("store"), "bad-name", badName("store", 63, written), NAME_FIX);
            return null;
        }
    }

    static final String NAME_FIX = "Write it like order-customer.";

    static String badName(String kind, int longest, String written) {
        return "A " + kind
                + " name is lower case letters and digits in words joined by hyphens, starts with a letter and"
                + " has at most " + longest + " characters, but this is \"" + Shown.of(written) + "\".";
    }
}
