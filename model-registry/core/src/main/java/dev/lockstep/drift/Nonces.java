package dev.lockstep.drift;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes the nonces of check labels: no two are ever equal, so that a label can be recognised as exactly the one read.
 */
@FunctionalInterface
public interface Nonces {
    /** A fresh nonce, short text. */
    String next();

    /** 96 random bits in hexadecimal. */
    static Nonces random() {
        SecureRandom random = new SecureRandom();
        return () -> {
            byte[] bytes = new byte[12];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}
