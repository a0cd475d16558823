package dev.lockstep.fanout.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this repository, as tests of documents read them. */
final class Repository {
    private static final Path ROOT = find();

    private Repository() {}

    private static Path find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("deploy/examples"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    static Path path(String name) {
        return ROOT.resolve(name);
    }

    static String read(String name) {
        return read(path(name));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files under a folder whose names end so, outside of build folders. */
    static List<Path> files(String folder, String end) {
        try (Stream<Path> all = Files.walk(path(folder))) {
            return all.filter(file ->
                            file.toString().endsWith(end) && !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the first group matches, each time. */
    static List<String> all(String pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** The lines of the fenced blocks of this language in a document. */
    static List<String> commands(String document, String language) {
        return blocks(document, language).stream()
                .flatMap(String::lines)
                .map(String::strip)
                .toList();
    }

    /** The fenced blocks of this language in a document. */
    static List<String> blocks(String document, String language) {
        return all("(?s)^```" + language + "\\n(.*?)^```$", read(document));
    }
}
