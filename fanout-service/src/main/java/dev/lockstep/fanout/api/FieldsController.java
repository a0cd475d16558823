package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.observe.CopyFigures;
import dev.lockstep.fanout.observe.Figures;
import dev.lockstep.fanout.problem.Refused;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Every duplicated field, flat. */
@RestController
class FieldsController {
    private final Figures figures;

    FieldsController(Figures figures) {
        this.figures = figures;
    }

    @Operation(summary = "Every duplicated field, flat, as json, markdown or csv")
    @GetMapping("/api/v1/fields")
    ResponseEntity<?> fields(@RequestParam(defaultValue = "json") String format) {
        List<FieldRow> rows = figures.all().stream()
                .flatMap(model -> model.copies().stream()
                        .flatMap(
                                copy -> rows(model.registered().stored().state().name(), copy)))
                .toList();
        return switch (format) {
            case "json" ->
                ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(new Page<>(rows, null));
            case "markdown" -> text("text/markdown", FieldRow.markdown(rows));
            case "csv" -> text("text/csv", FieldRow.csv(rows));
            default -> throw new Refused(400, "bad-format", "format is json, markdown or csv.");
        };
    }

    private static java.util.stream.Stream<FieldRow> rows(String state, CopyFigures copy) {
        return copy.definition().copy().fields().stream().map(rule -> FieldRow.of(state, copy, rule));
    }

    private static ResponseEntity<String> text(String type, String body) {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(type + ";charset=UTF-8"))
                .body(body);
    }
}
