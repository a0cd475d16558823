package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WithoutKeyIT extends WebTest {
    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "0.0.0.0"})
    void anotherHostNameIsRefused(String host) {
        Answer refused = get("/api/v1/models", "Host", host);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.problem()).isEqualTo("host-not-loopback");
        assertThat(get("/", "Host", host).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:99", "127.0.0.1:1234", "[::1]:8080", "[::1]"})
    void loopbackNamesAreTaken(String host) {
        assertThat(get("/api/v1/models", "Host", host).status()).isEqualTo(200);
    }

    @Test
    void aChangeNeedsJsonAndTheHeader() {
        Answer form = send(request("/api/v1/plans", "X-Lockstep", "1")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(MODEL)));
        assertThat(form.status()).isEqualTo(415);
        Answer bare = send(request("/api/v1/plans")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(MODEL)));
        assertThat(bare.status()).isEqualTo(403);
        assertThat(bare.problem()).isEqualTo("header-missing");
    }

    @Test
    void everyAnswerCarriesTheHeadersThatProtectIt() {
        for (String path : new String[] {"/", "/api/v1/models", "/assets/lockstep.js", "/nothing"}) {
            Answer answer = get(path);
            assertThat(answer.header("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Cache-Control")).contains("no-store");
            assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(answer.raw().headers().map()).doesNotContainKey("Set-Cookie");
        }
    }

    @Test
    void thePageIsServedWithoutInlineCode() {
        Answer page = get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Lockstep").doesNotContain("style=").doesNotContain("onclick");
        assertThat(page.body()).doesNotContainPattern("<script(?![^>]*src=)").doesNotContain("http://");
        assertThat(get("/assets/lockstep.css").status()).isEqualTo(200);
    }

    @Test
    void healthAndMetricsAreOnTheManagementPortOnly() {
        for (String path :
                new String[] {"/actuator/health/liveness", "/actuator/health/readiness", "/actuator/prometheus"}) {
            Answer answer = send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                    .header("Host", "10.1.2.3:8081")
                    .GET());
            assertThat(answer.status()).as(path + answer.body()).isEqualTo(200);
            assertThat(get(path).status()).isEqualTo(404);
        }
        assertThat(send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/actuator/env"))
                                .GET())
                        .status())
                .isEqualTo(404);
    }
}
