package dev.lockstep.fanout.demo;

import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.registry.Model;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Registers the example models over REST, as any user would. */
final class Registrations {
    private final URI models;
    private final HttpClient http = HttpClient.newHttpClient();

    Registrations(int port) {
        models = URI.create("http://127.0.0.1:" + port + "/api/v1/models");
    }

    void register(Path folder) throws IOException, InterruptedException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
        for (Path file : files) {
            Model model = ModelFile.parse(Files.readString(file), Format.YAML)
                    .valid()
                    .orElseThrow(() -> new IllegalStateException("the example " + file + " is not valid"));
            post(file, ModelFile.toJson(model));
        }
    }

    private void post(Path file, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(models)
                .header("Content-Type", "application/json")
                .header("X-Lockstep", "demo")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IllegalStateException("Could not register " + file + ": " + answer.body());
        }
    }
}
