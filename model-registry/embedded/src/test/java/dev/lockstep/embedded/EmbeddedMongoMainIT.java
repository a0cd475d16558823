package dev.lockstep.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class EmbeddedMongoMainIT {
    @Test
    void startsInAProcessOfItsOwnSaysWhatItIsAndEndsOnSigterm() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        EmbeddedMongoMain.class.getName(),
                        "--port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            assertThat(line).contains("imitation");
            String uri = line.substring(line.indexOf("mongodb://"));
            try (MongoClient client = MongoClients.create(uri)) {
                assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1)))
                        .containsEntry("ok", 1.0);
            }
            process.destroy();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
