package dev.lockstep.connectors.mongodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.FieldPath;

/** Field paths in MongoDB's dotted form, which has no way to spell a dot or a leading dollar sign in a name. */
final class Paths {
    private Paths() {}

    /** True when the dotted form means exactly this path. */
    static boolean isPlain(FieldPath path) {
        return path.segments().stream().allMatch(name -> name.indexOf('.') < 0 && !name.startsWith("$"));
    }

    /** The dotted form; PERMANENT for a path that has none, so that no nested path is written by accident. */
    static String dotted(FieldPath path) {
        if (!isPlain(path)) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not address the field " + path
                            + ": MongoDB's update operators cannot spell a name with a dot"
                            + " or a leading dollar sign. Nothing was written; rename the field or leave it out.",
                    null);
        }
        return String.join(".", path.segments());
    }

    static String dotted(String prefix, FieldPath path) {
        return prefix + "." + dotted(path);
    }

    /** The names joined by dots, which other paths may share: good for a filter that may let too much through. */
    static String loose(FieldPath path) {
        return String.join(".", path.segments());
    }
}
