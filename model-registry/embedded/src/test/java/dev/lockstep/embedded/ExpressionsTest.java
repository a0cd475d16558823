package dev.lockstep.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpressionsTest {
    private static final Document DATA = new Document("a", 2)
            .append("s", "$a")
            .append("list", List.of(new Document("k", "x").append("v", 1), new Document("k", "y").append("v", 2)))
            .append("none", null);

    private static Object evaluate(Object expression) {
        return Expressions.of(DATA).evaluate(expression);
    }

    private static Document op(String name, Object argument) {
        return new Document(name, argument);
    }

    @Test
    void neverEvaluatesData() {
        assertThat(evaluate("$s")).isEqualTo("$a");
        assertThat(evaluate(op("$mergeObjects", List.of(new Document("t", "$s")))))
                .isEqualTo(new Document("t", "$a"));
        assertThat(evaluate(op("$literal", "$a"))).isEqualTo("$a");
    }

    @Test
    void walksThroughArraysAndVariables() {
        assertThat(evaluate("$list.k")).isEqualTo(List.of("x", "y"));
        Document double_ = op(
                "$map",
                new Document("input", "$list").append("as", "e").append("in", op("$multiply", List.of("$$e.v", 2))));
        assertThat(evaluate(double_)).isEqualTo(List.of(2, 4));
        Document let =
                op("$let", new Document("vars", new Document("b", "$a")).append("in", op("$add", List.of("$$b", 1))));
        assertThat(evaluate(let)).isEqualTo(3);
        assertThat(evaluate(op("$arrayToObject", "$list"))).isEqualTo(new Document("x", 1).append("y", 2));
    }

    @Test
    void tellsMissingFromNull() {
        assertThat(evaluate(op("$type", "$missing"))).isEqualTo("missing");
        assertThat(evaluate(op("$type", "$none"))).isEqualTo("null");
        assertThat(evaluate(op("$eq", java.util.Arrays.asList("$missing", null))))
                .isEqualTo(false);
        assertThat(evaluate(op("$ifNull", List.of("$missing", "$none", "z")))).isEqualTo("z");
        assertThat(evaluate(op("$lt", List.of("$missing", 1)))).isEqualTo(true);
    }

    @Test
    void decidesAndMatches() {
        assertThat(evaluate(op("$cond", List.of(op("$gt", List.of("$a", 1)), "big", "small"))))
                .isEqualTo("big");
        assertThat(evaluate(op("$regexMatch", new Document("input", "name.first").append("regex", "^name(\\.|$)"))))
                .isEqualTo(true);
        assertThat(evaluate(op("$in", List.of("y", "$list.k")))).isEqualTo(true);
        assertThat(evaluate(op("$concat", List.of("a", "b")))).isEqualTo("ab");
        assertThat(evaluate(op("$getField", new Document("field", "k").append("input", op("$first", "$list")))))
                .isEqualTo("x");
    }
}
