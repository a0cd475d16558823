package dev.lockstep.fanout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Turns {@code --config FILE} (or {@code --config=FILE}) into Spring Boot's additional configuration file. */
final class ConfigArgument {
    private static final String NAME = "--config";

    private ConfigArgument() {}

    /**
     * The arguments with the configuration file spelled as Spring Boot wants it.
     *
     * @throws IllegalArgumentException when the file is not named or does not exist
     */
    static String[] expand(String[] args) {
        List<String> expanded = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals(NAME)) {
                if (++i == args.length) {
                    throw new IllegalArgumentException("--config needs the name of a file after it.");
                }
                expanded.add(location(args[i]));
            } else if (args[i].startsWith(NAME + "=")) {
                expanded.add(location(args[i].substring(NAME.length() + 1)));
            } else {
                expanded.add(args[i]);
            }
        }
        return expanded.toArray(String[]::new);
    }

    private static String location(String name) {
        Path file = Path.of(name).toAbsolutePath();
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("Could not read the configuration file " + file
                    + ": it does not exist or may not be read. Nothing was started.");
        }
        return "--spring.config.additional-location=" + file.toUri();
    }
}
