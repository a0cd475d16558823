package dev.lockstep.fanout.api;

import dev.lockstep.fanout.problem.Refused;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bodies that are models: kept as text, because the parser reports every mistake with its place. */
final class Bodies {
    private Bodies() {}

    /** The body as text; refuses what is not UTF-8. */
    static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Refused(400, "malformed-json", "The body is not UTF-8.");
        }
    }
}
