package dev.lockstep.fanout.registration;

import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Model;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Definitions as text, and what can be said of them without a store. */
final class Definitions {
    private static final int PLAN_ID = 32;

    private Definitions() {}

    /** The model that a stored definition spells; empty when a newer release wrote it. */
    static Optional<Model> stored(String definition) {
        return ModelFile.parse(definition, Format.JSON).valid();
    }

    /** The identity of a plan: the same model planned against the same active revision. */
    static String planId(Model model, int activeRevision) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((activeRevision + "\n" + ModelFile.toJson(model)).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, PLAN_ID);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The model with the look-ups that its active revision has chosen, for copies that leave theirs out now as before:
     * a look-up is chosen when a copy is registered, and never changes by itself.
     */
    static Model keepChosen(Model model, Optional<Model> active) {
        return new Model(
                model.name(),
                model.description(),
                model.owner(),
                model.source(),
                model.copies().stream().map(copy -> keepChosen(copy, active)).toList());
    }

    private static Copy keepChosen(Copy copy, Optional<Model> active) {
        if (!(copy.find() instanceof Find.Unchosen)) {
            return copy;
        }
        List<Copy> before = active.map(Model::copies).orElse(List.of());
        return before.stream()
                .filter(same -> same.name().equals(copy.name())
                        && same.at().equals(copy.at())
                        && same.pointer().equals(copy.pointer()))
                .findFirst()
                .map(same -> copy.foundBy(same.find()))
                .orElse(copy);
    }
}
