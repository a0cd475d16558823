package dev.lockstep.modelfile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The JSON Schema (draft 2020-12) of the model file, for editors and clients. It knows names, types and choices; what
 * depends on more than one attribute is checked by {@link ModelFile#parse} alone.
 */
public final class ModelSchema {
    private static final String RESOURCE = "model-1.schema.json";

    private ModelSchema() {}

    /** The schema, as JSON. */
    public static String text() {
        try (InputStream in = ModelSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the build did not pack " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
