package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputIT extends WebTest {
    private void isRefused(Answer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.json().path("type").asString()).startsWith("urn:lockstep:problem:");
        assertThat(answer.json().path("status").asInt()).isEqualTo(status);
        assertThat(answer.json().path("detail").asString()).isNotBlank();
        assertThat(answer.body())
                .doesNotContain("java.")
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nonsense", "{\"a\": }", "[1, 2", "{} {}", "\u0000"})
    void whatIsNotJsonIsRefused(String body) {
        for (String path : new String[] {"/api/v1/plans", "/api/v1/models"}) {
            Answer answer = post(path, body);
            assertThat(answer.status()).as(path + " " + body + answer.body()).isBetween(400, 422);
            isRefused(answer, answer.status());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "1", "null", "\"text\"", "{}", "{\"lockstep\": \"one\", \"model\": 7, \"copies\": {}}"})
    void jsonThatIsNoModelIsRefusedWithViolations(String body) {
        isRefused(post("/api/v1/models", body), 422);
        Answer plan = post("/api/v1/plans", body);
        assertThat(plan.status()).isEqualTo(200);
        assertThat(plan.json().path("applies").asBoolean()).isFalse();
        assertThat(plan.json().path("violations").size()).isPositive();
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        isRefused(
                send(request("/api/v1/plans")
                        .header("Content-Type", "application/json")
                        .header("X-Lockstep", "1")
                        .POST(BodyPublishers.ofByteArray(new byte[] {'{', (byte) 0xff, '}'}))),
                400);
    }

    @Test
    void aBodyOverTheLimitIsRefusedWithAndWithoutItsLength() {
        byte[] large = " ".repeat(1024 * 1024 + 1).getBytes(StandardCharsets.UTF_8);
        isRefused(
                send(request("/api/v1/plans")
                        .header("Content-Type", "application/json")
                        .header("X-Lockstep", "1")
                        .POST(BodyPublishers.ofByteArray(large))),
                413);
        isRefused(
                send(request("/api/v1/plans")
                        .header("Content-Type", "application/json")
                        .header("X-Lockstep", "1")
                        .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(large)))),
                413);
    }

    @Test
    void aBodyNestedTooDeeplyIsRefused() {
        isRefused(post("/api/v1/models", "[".repeat(10_000)), 400);
        isRefused(post("/api/v1/models", "{\"a\":".repeat(10_000)), 400);
        isRefused(post("/api/v1/models/x/pause", "{\"reason\":" + "[".repeat(100_000)), 400);
    }

    @Test
    void unknownAttributesOfAnOperationAreNamed() {
        post("/api/v1/models", MODEL);
        Answer refused = post("/api/v1/models/order-customer/pause", "{\"raeson\": \"x\"}");
        isRefused(refused, 400);
        assertThat(refused.body()).contains("raeson");
        isRefused(post("/api/v1/models/order-customer/pause", "{\"reason\": {\"a\": 1}}"), 400);
    }

    @Test
    void hostileNamesAreDataAndNothingElse() {
        String hostile = "a.b$where{{\u202e\ud83d\ude00';drop table models;--<script>" + "x".repeat(10_000);
        String name = json.writeValueAsString(hostile);
        isRefused(post("/api/v1/models", MODEL.replace("\"order-customer\"", name)), 422);
        isRefused(post("/api/v1/models", MODEL.replace("\"shop\"", name)), 422);
        isRefused(post("/api/v1/models", MODEL.replace("\"orders\"", name)), 422);
        isRefused(post("/api/v1/models", MODEL.replace("\"lockstep\": 1", name + ": 1")), 422);
        Answer field = post("/api/v1/plans", MODEL.replace("\"customerName\": \"name\"", name + ": \"name\""));
        assertThat(field.status()).isEqualTo(200);
        String path = java.net.URLEncoder.encode("a.b$<\u202e😀>", StandardCharsets.UTF_8);
        isRefused(get("/api/v1/models/" + path), 404);
        isRefused(get("/api/v1/models/" + "x".repeat(4_000)), 404);
    }

    @Test
    void keysThatAreNoneAreRefused() {
        post("/api/v1/models", MODEL);
        String base = "/api/v1/models/order-customer/sources/";
        isRefused(get(base + "~!!"), 400);
        isRefused(get(base + "~" + base64("{\"other\":1}")), 400);
        isRefused(get(base + "~" + base64("[1")), 400);
        isRefused(get(base + "a%20b"), 400);
        assertThat(get(base + "~" + base64("{\"customerId\":\"a.b$c d\"}")).status())
                .isEqualTo(200);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void badParametersAreRefused() {
        isRefused(get("/api/v1/audit?limit=0"), 400);
        isRefused(get("/api/v1/audit?limit=501"), 400);
        isRefused(get("/api/v1/audit?limit=many"), 400);
        isRefused(get("/api/v1/audit?cursor=***"), 400);
        isRefused(get("/api/v1/repair-runs/abc"), 400);
        isRefused(get("/api/v1/repair-runs/999999"), 404);
        isRefused(get("/api/v1/repair-runs?model=nobody"), 404);
        isRefused(change("PUT", "/api/v1/models/order-customer", MODEL, "If-Match", "W/\"x\""), 400);
    }

    @Test
    void unknownPathsMethodsAndTypesAreRefused() {
        isRefused(get("/api/v1/nothing"), 404);
        isRefused(get("/nothing.html"), 404);
        isRefused(change("PATCH", "/api/v1/models", "{}"), 405);
        isRefused(
                send(request("/api/v1/plans")
                        .header("Content-Type", "application/json")
                        .header("X-Lockstep", "1")
                        .header("Accept", "image/png")
                        .POST(BodyPublishers.ofString(MODEL))),
                406);
    }

    @Test
    void linesThatTheContainerRefusesAreClientErrors() {
        assertThat(get("/api/v1/models/%2e%2e%2fx").status()).isBetween(400, 404);
        assertThat(get("/api/v1/models/a%00b").status()).isBetween(400, 404);
        assertThat(get("/api/v1/models/a;b=c").status()).isBetween(400, 404);
        assertThat(get("/api/v1//models").status()).isBetween(400, 404);
    }
}
