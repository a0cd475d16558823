package dev.lockstep.fanout.api;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The description at {@code /v3/api-docs}. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {
    @Bean
    OpenAPI description() {
        return new OpenAPI()
                .info(new Info()
                        .title("Lockstep")
                        .version("v1")
                        .description("Registers denormalized fields and keeps their copies in step with the source of"
                                + " truth. Errors are problem+json with a stable type. Numbers beyond 2^53 and decimals"
                                + " are strings; times are ISO-8601 in UTC."));
    }
}
