package dev.lockstep.fanout.problem;

import dev.lockstep.registry.Problem;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** A request that is not done, with the reason for people and a stable code for programs. Nothing was changed. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String TYPE = "urn:lockstep:problem:";

    private final int status;
    private final String code;
    private final transient List<Problem> violations;

    /**
     * A refusal.
     *
     * @param status the HTTP status, 4xx or 5xx
     * @param code stable, in kebab case
     * @param detail what, where, why and what to do
     */
    public Refused(int status, String code, String detail) {
        this(status, code, detail, List.of());
    }

    /** A refusal with everything that is wrong. */
    public Refused(int status, String code, String detail, List<Problem> violations) {
        super(detail);
        this.status = status;
        this.code = code;
        this.violations = List.copyOf(violations);
    }

    /** Something that does not exist. */
    public static Refused notFound(String what) {
        return new Refused(404, "not-found", what);
    }

    /** Something that stands against it. */
    public static Refused conflict(String code, String detail) {
        return new Refused(409, code, detail);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The stable code. */
    public String code() {
        return code;
    }

    /** The problem's type. */
    public URI type() {
        return type(code);
    }

    /** Everything that is wrong, perhaps nothing in particular. */
    public List<Problem> violations() {
        return Optional.ofNullable(violations).orElse(List.of());
    }

    /** The type of a code. */
    public static URI type(String code) {
        return URI.create(TYPE + code);
    }
}
