package dev.lockstep.modelfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The model files that tests run over: those that ship, and those of this module's test resources. */
final class ExampleModels {
    private static final Path SHIPPED = Path.of("..", "..", "deploy", "examples");

    private ExampleModels() {}

    static List<Path> shipped() {
        return Stream.concat(in(SHIPPED).stream(), in(SHIPPED.resolve("dynamodb")).stream())
                .toList();
    }

    static Path named(String shipped) {
        return SHIPPED.resolve(shipped + ".yaml");
    }

    static List<Path> contract() {
        return in(Path.of("src", "test", "resources", "models"));
    }

    static Stream<Path> all() {
        return Stream.concat(shipped().stream(), contract().stream());
    }

    private static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
