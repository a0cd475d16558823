package dev.lockstep.fanout.security;

import java.util.Optional;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who makes the present request, as it stands in the audit. */
public final class Caller {
    private static final String NOBODY = "anonymous";

    private final Optional<ApiKey> key;

    Caller(Optional<ApiKey> key) {
        this.key = key;
    }

    /** The name of the API key the request carries, else {@code anonymous}. */
    public String name() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        return present == null || present instanceof AnonymousAuthenticationToken ? NOBODY : present.getName();
    }

    Optional<ApiKey> key() {
        return key;
    }
}
