package dev.lockstep.fanout.security;

import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.settings.LockstepProperties;
import jakarta.servlet.DispatcherType;
import java.util.Optional;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** Two chains: health and metrics are open on the management port, everything else follows the key. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {
    private static final String CONTENT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Bean
    Caller caller(Environment environment, LockstepProperties properties) {
        return new Caller(KeyLoader.load(environment, properties.api()));
    }

    @Bean
    @Order(1)
    SecurityFilterChain management(HttpSecurity http) throws Exception {
        plain(http.securityMatcher(EndpointRequest.toAnyEndpoint()));
        return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain api(HttpSecurity http, Caller caller, Problems problems, LockstepProperties properties)
            throws Exception {
        plain(http);
        Optional<ApiKey> key = caller.key();
        if (key.isPresent()) {
            http.addFilterBefore(new BearerFilter(key.get()), BasicAuthenticationFilter.class);
        } else {
            http.addFilterBefore(new WithoutKeyFilter(problems), BasicAuthenticationFilter.class);
        }
        http.addFilterAfter(
                new BodyLimitFilter(problems, properties.api().mostBody()),
                org.springframework.security.web.access.intercept.AuthorizationFilter.class);
        return http.authorizeHttpRequests(requests -> {
                    requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
                    if (key.isPresent()) {
                        requests.requestMatchers("/api/**", "/v3/**").authenticated();
                    }
                    requests.anyRequest().permitAll();
                })
                .exceptionHandling(failures -> failures.authenticationEntryPoint((request, response, failure) -> {
                    response.setHeader("WWW-Authenticate", "Bearer");
                    problems.write(
                            response,
                            new Refused(
                                    401,
                                    "unauthorized",
                                    "This call needs the API key in the header Authorization: Bearer."));
                }))
                .build();
    }

    @Bean
    RequestRejectedHandler rejected(Problems problems) {
        return (request, response, failure) -> problems.write(
                response, new Refused(400, "bad-request", "The request line or a header is not one that is taken."));
    }

    private static void plain(HttpSecurity http) throws Exception {
        http.csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .httpBasic(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT))
                        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER)));
    }
}
