package dev.lockstep.fanout.api;

import dev.lockstep.fanout.problem.Refused;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A model's ETag is its active revision. */
final class ETags {
    private static final Pattern TAG = Pattern.compile("\"([0-9]{1,9})\"");

    private ETags() {}

    static String of(int revision) {
        return "\"" + revision + "\"";
    }

    /** The revision that If-Match names; refuses with 428 when it is missing. */
    static int revision(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new Refused(
                    428,
                    "precondition-required",
                    "Say which revision this replaces: send the ETag of GET /api/v1/models/NAME as If-Match, or"
                            + " If-None-Match: * to create.");
        }
        Matcher matcher = TAG.matcher(ifMatch.strip());
        if (!matcher.matches()) {
            throw new Refused(
                    400, "bad-etag", "If-Match is one ETag as GET /api/v1/models/NAME gives it, such as \"3\".");
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** True when If-None-Match asks for creation; refuses every other use. */
    static boolean creates(@Nullable String ifNoneMatch) {
        if (ifNoneMatch != null && !ifNoneMatch.strip().equals("*")) {
            throw new Refused(400, "bad-etag", "If-None-Match is * or left out.");
        }
        return ifNoneMatch != null;
    }
}
