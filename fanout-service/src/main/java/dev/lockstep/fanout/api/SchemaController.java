package dev.lockstep.fanout.api;

import io.swagger.v3.oas.annotations.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The JSON Schema of the model file, for editors. */
@RestController
class SchemaController {
    private static final String SCHEMA = "dev/lockstep/modelfile/model-1.schema.json";

    @Operation(summary = "JSON Schema of the model file")
    @GetMapping("/api/v1/schemas/model")
    ResponseEntity<String> schema() throws IOException {
        return ResponseEntity.ok()
                .header("Content-Type", "application/schema+json")
                .body(new ClassPathResource(SCHEMA).getContentAsString(StandardCharsets.UTF_8));
    }
}
