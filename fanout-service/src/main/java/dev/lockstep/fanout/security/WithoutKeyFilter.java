package dev.lockstep.fanout.security;

import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.problem.Refused;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What holds while there is no API key: any web page can reach 127.0.0.1, so the host must be called by a loopback name
 * (a rebound DNS name is not one), and a change must carry what a page of another origin cannot send unasked.
 */
final class WithoutKeyFilter extends OncePerRequestFilter {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Problems problems;

    WithoutKeyFilter(Problems problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Refused refused = refusal(request);
        if (refused == null) {
            chain.doFilter(request, response);
        } else {
            problems.write(response, refused);
        }
    }

    private static @Nullable Refused refusal(HttpServletRequest request) {
        if (!isLoopbackName(request.getHeader("Host"))) {
            return new Refused(
                    403,
                    "host-not-loopback",
                    "Without an API key only a loopback name may stand in the header Host: 127.0.0.1, localhost or"
                            + " [::1]. Configure an API key to use another name.");
        }
        if (READS.contains(request.getMethod())) {
            return null;
        }
        if (!isJson(request.getContentType())) {
            return new Refused(
                    415,
                    "json-only",
                    "Without an API key a change needs the header Content-Type: application/json, even without a"
                            + " body.");
        }
        return request.getHeader("X-Lockstep") != null
                ? null
                : new Refused(
                        403,
                        "header-missing",
                        "Without an API key a change needs the header X-Lockstep, with any value, so that no web page"
                                + " can make it.");
    }

    private static boolean isLoopbackName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        int port = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return LOOPBACK.contains((port > 0 ? host.substring(0, port) : host).toLowerCase(Locale.ROOT));
    }

    private static boolean isJson(@Nullable String type) {
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }
}
