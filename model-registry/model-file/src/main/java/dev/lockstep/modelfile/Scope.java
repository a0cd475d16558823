package dev.lockstep.modelfile;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.ArrayList;
import java.util.List;

/**
 * Which records of a collection are meant, as far as the model alone tells: by {@code where}, and in a single-table
 * design by what the key templates begin with.
 */
record Scope(CollectionRef at, Filter where, List<Fixed> keys) {
    /** How the text of an attribute begins, or all of it. */
    private record Fixed(FieldPath attribute, String text, boolean whole) {
        static Fixed of(KeyPattern.Part part, boolean prefix) {
            List<Template.Part> parts = part.template().parts();
            String text = parts.get(0) instanceof Template.Literal literal ? literal.text() : "";
            return new Fixed(
                    part.attribute(),
                    text,
                    !prefix && part.template().variables().isEmpty());
        }

        boolean excludes(Fixed other) {
            if (!attribute.equals(other.attribute)) {
                return false;
            }
            if (whole && other.whole) {
                return !text.equals(other.text);
            }
            return !(text.startsWith(other.text) && !other.whole) && !(other.text.startsWith(text) && !whole);
        }
    }

    static Scope of(Source source) {
        return new Scope(source.at(), source.where(), fixed(source.key(), false));
    }

    static Scope of(Copy copy) {
        List<Fixed> keys = new ArrayList<>(fixed(FindReader.patternOf(copy.find()), false));
        if (copy.elements() == null) {
            keys.addAll(fixed(copy.pointer(), false));
        }
        if (copy.find() instanceof Find.ByKey byKey) {
            keys.addAll(fixed(byKey.prefix(), true));
        }
        return new Scope(copy.at(), copy.where(), keys);
    }

    private static List<Fixed> fixed(KeyPattern pattern, boolean prefix) {
        return pattern.parts().stream().map(part -> Fixed.of(part, prefix)).toList();
    }

    /** False when some record can be in both. */
    boolean excludes(Scope other) {
        return !at.equals(other.at)
                || where.excludes(other.where)
                || keys.stream().anyMatch(mine -> other.keys.stream().anyMatch(mine::excludes));
    }
}
