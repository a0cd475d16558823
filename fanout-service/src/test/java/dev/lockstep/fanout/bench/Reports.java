package dev.lockstep.fanout.bench;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Writes what was measured as a table and as JSON, below {@code target/bench}. */
final class Reports {
    private static final Path OUT = Path.of("target", "bench");

    private Reports() {}

    /** Rows of one table; the keys of the first row are its head. */
    static void write(String name, String title, Map<String, Object> about, List<Map<String, Object>> rows) {
        List<String> head = new ArrayList<>(rows.get(0).keySet());
        StringBuilder table = new StringBuilder(title).append("\n\n");
        table.append("| ").append(String.join(" | ", head)).append(" |\n|---|");
        table.append("---:|".repeat(head.size() - 1)).append('\n');
        for (Map<String, Object> row : rows) {
            table.append("|");
            head.forEach(column ->
                    table.append(' ').append(row.getOrDefault(column, "")).append(" |"));
            table.append('\n');
        }
        Map<String, Object> json = new LinkedHashMap<>(about);
        json.put("rows", rows);
        System.out.println("\n" + table + about + "\n");
        try {
            Files.createDirectories(OUT);
            Files.writeString(OUT.resolve(name + ".md"), table);
            Files.writeString(
                    OUT.resolve(name + ".json"),
                    JsonMapper.builder()
                            .build()
                            .writerWithDefaultPrettyPrinter()
                            .writeValueAsString(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** True when {@code -Dbench} names this one, or nothing. */
    static boolean wanted(String name) {
        String asked = System.getProperty("bench", "");
        return asked.isBlank()
                || asked.equals("true")
                || List.of(asked.split(",")).contains(name);
    }

    /** Life-cycle messages do not belong among tables. */
    static void quiet() {
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof ch.qos.logback.classic.Logger root) {
            root.setLevel(Level.WARN);
        }
    }

    static boolean quick() {
        return Boolean.getBoolean("bench.quick");
    }
}
