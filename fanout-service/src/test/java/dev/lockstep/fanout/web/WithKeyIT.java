package dev.lockstep.fanout.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = {"LOCKSTEP_API_KEY=correct-horse-battery-staple", "lockstep.api.key-name=ci"})
class WithKeyIT extends WebTest {
    private static final String[] KEY = {"Authorization", "Bearer correct-horse-battery-staple"};

    @Test
    void withoutTheKeyNothingOfTheApiIsShown() {
        for (String path : new String[] {"/api/v1/models", "/api/v1/overview", "/api/v1/nothing", "/v3/api-docs"}) {
            Answer refused = get(path);
            assertThat(refused.status()).as(path).isEqualTo(401);
            assertThat(refused.problem()).isEqualTo("unauthorized");
            assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
        }
        assertThat(get("/api/v1/models", "Authorization", "Bearer wrong").status())
                .isEqualTo(401);
        assertThat(get("/api/v1/models", "Authorization", "Basic eDp5").status())
                .isEqualTo(401);
    }

    @Test
    void withTheKeyAnyHostNameIsTakenAndTheAuditNamesTheKey() {
        assertThat(get("/api/v1/models", KEY[0], KEY[1], "Host", "lockstep.example")
                        .status())
                .isEqualTo(200);
        assertThat(post("/api/v1/models", MODEL, KEY).status()).isEqualTo(201);
        Answer audit = get("/api/v1/audit", KEY);
        assertThat(audit.json().path("items").path(0).path("author").asString()).isEqualTo("ci");
    }

    @Test
    void thePageItselfIsOpenSoThatItCanAskForTheKey() {
        assertThat(get("/").status()).isEqualTo(200);
        assertThat(get("/assets/lockstep.js").status()).isEqualTo(200);
    }
}
