package dev.lockstep.modelfile;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** A model file as it was written, before anything is understood: no type has been guessed from another. */
sealed interface Node {
    /** Names to values, in written order; of a name written twice the first value. */
    record Fields(Map<String, Node> members) implements Node {}

    /** A list. */
    record Items(List<Node> items) implements Node {}

    /** A string. */
    record Text(String value) implements Node {}

    /** A number without a fraction, of any size. */
    record Whole(BigInteger value) implements Node {}

    /** Any other number. */
    record Fraction(double value) implements Node {}

    /** True or false. */
    record Truth(boolean value) implements Node {}

    /** Null, or in YAML nothing at all. */
    record Nothing() implements Node {}

    /** What a person calls this. */
    static String kind(Node node) {
        if (node instanceof Fields) {
            return "a map";
        }
        if (node instanceof Items) {
            return "a list";
        }
        if (node instanceof Text) {
            return "text";
        }
        if (node instanceof Truth) {
            return "true or false";
        }
        return node instanceof Nothing ? "nothing" : "a number";
    }
}
