package dev.lockstep.modelfile;

import static dev.lockstep.modelfile.ModelFixtures.copying;
import static dev.lockstep.modelfile.ModelFixtures.parse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConflictsTest {
    private static final Model COMPANY =
            copying("company-department", "companies", "name", "departments", "companyName");
    private static final Model DEPARTMENT =
            copying("department-employee", "departments", "companyName", "employees", "companyName");

    private static List<String> codes(Model candidate, Model... others) {
        return Conflicts.check(candidate, List.of(others)).problems().stream()
                .map(Problem::code)
                .toList();
    }

    @Test
    void acceptsModelsThatHaveNothingInCommon() {
        assertThat(codes(
                        copying("a", "users", "name", "orders", "buyerName"),
                        copying("b", "users", "name", "orders", "sellerName")))
                .isEmpty();
    }

    @Test
    void refusesTheNameOfAnotherModel() {
        assertThat(codes(COMPANY, copying("company-department", "x", "a", "y", "b")))
                .containsExactly("duplicate-model");
    }

    @Test
    void refusesAFieldThatAnotherModelKeeps() {
        Model mine = copying("a", "users", "name", "orders", "name");

        assertThat(codes(mine, copying("b", "people", "name", "orders", "name")))
                .containsExactly("field-claimed-twice");
        assertThat(codes(mine, copying("b", "people", "name", "orders", "name.first")))
                .containsExactly("overlapping-fields");
        Problem problem = Conflicts.check(mine, List.of(copying("b", "people", "name", "orders", "name")))
                .problems()
                .get(0);
        assertThat(problem.path()).isEqualTo("copies[0].fields.name");
        assertThat(problem.message()).contains("shop/orders", "model \"b\"");
    }

    @Test
    void acceptsOneFieldTwiceWhereNoRecordCanBeInBoth() {
        String model = """
                model: %s
                source: {store: shop, collection: users, key: {id: _id}}
                copies:
                  - {collection: orders, pointer: {id: id}, where: {kind: %s}, fields: {name: name}, strategy: stream}
                """;

        assertThat(codes(parse(model.formatted("a", "A")), parse(model.formatted("b", "B"))))
                .isEmpty();
        assertThat(codes(parse(model.formatted("a", "A")), parse(model.formatted("b", "A"))))
                .containsExactly("field-claimed-twice");
    }

    @Test
    void acceptsOneFieldTwiceWhereKeysBeginDifferently() {
        String model = """
                model: %s
                source: {store: shop, collection: users, key: {id: _id}}
                copies:
                  - name: copy
                    collection: app
                    find: {by: key, key: {PK: "USER#{id}", SK: {beginsWith: "%s"}}}
                    fields: {name: name}
                    strategy: stream
                """;

        assertThat(codes(parse(model.formatted("a", "ORDER#")), parse(model.formatted("b", "INVOICE#"))))
                .isEmpty();
        assertThat(codes(parse(model.formatted("a", "ORDER#")), parse(model.formatted("b", "ORDER#OLD#"))))
                .containsExactly("field-claimed-twice");
    }

    @Test
    void tellsAChain() {
        Conflicts.Report report = Conflicts.check(DEPARTMENT, List.of(COMPANY));

        assertThat(report.problems()).isEmpty();
        assertThat(report.chains()).containsExactly(List.of("company-department", "department-employee"));
        assertThat(Conflicts.check(COMPANY, List.of(DEPARTMENT)).chains()).isEqualTo(report.chains());
        assertThat(Conflicts.check(COMPANY, List.of()).chains()).isEmpty();
    }

    @Test
    void refusesACycle() {
        Model back = copying("employee-company", "employees", "companyName", "companies", "name");

        Conflicts.Report report = Conflicts.check(back, List.of(COMPANY, DEPARTMENT));

        assertThat(report.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("cycle");
            assertThat(problem.path()).isEqualTo("copies[0].fields.name");
            assertThat(problem.message())
                    .contains("employee-company → company-department → department-employee → employee-company");
        });
        assertThat(codes(copying("ok", "employees", "companyName", "companies", "motto"), COMPANY, DEPARTMENT))
                .isEmpty();
    }

    @Test
    void endsInALargeRegistry() {
        List<Model> models = IntStream.range(0, 60)
                .mapToObj(i -> copying("m" + i, "c" + i % 12, "f" + i % 5, "c" + (i + 1) % 12, "f" + (i + 1) % 5))
                .toList();

        assertThat(Conflicts.check(models.get(0), models.subList(1, 60)).chains())
                .hasSizeLessThanOrEqualTo(20);
    }
}
