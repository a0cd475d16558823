package dev.lockstep.fanout.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** An archive of the service's loaded classes, so that it starts in little more than half the time. */
public final class ClassArchive {
    private ClassArchive() {}

    /** Starts the service once, lets it write the archive at its end, and returns the options that use it. */
    public static List<String> make(Path directory, String... arguments) {
        String classPath = String.join(File.pathSeparator, jars(directory));
        Path archive = directory.resolve("classes.jsa");
        try (ServiceProcess service = ServiceProcess.begin(
                directory,
                "archive.log",
                List.of("-cp", classPath, "-XX:ArchiveClassesAtExit=" + archive),
                arguments)) {
            service.awaitReading();
            service.terminate();
        }
        return List.of("-cp", classPath, "-XX:SharedArchiveFile=" + archive);
    }

    /** Archives hold classes of jars only. */
    private static List<String> jars(Path directory) {
        List<String> jars = new ArrayList<>();
        for (String entry : ChildJvm.classPath()) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = directory.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(entry);
            }
        }
        return jars;
    }

    private static void pack(Path classes, Path jar) {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> !path.equals(classes)).sorted().toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                packed.putNextEntry(new JarEntry(Files.isDirectory(file) ? name + "/" : name));
                if (Files.isRegularFile(file)) {
                    Files.copy(file, packed);
                }
                packed.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
