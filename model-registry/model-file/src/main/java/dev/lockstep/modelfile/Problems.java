package dev.lockstep.modelfile;

import dev.lockstep.registry.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a model, so that everything is said at once; the first 100 are kept. */
final class Problems {
    private static final int MOST = 100;

    private final List<Problem> found = new ArrayList<>();
    private boolean refuses;
    private int dropped;

    void error(At at, String code, String message, String fix) {
        refuses = true;
        add(Problem.error(at.path(), code, message, fix));
    }

    void warning(At at, String code, String message, String fix) {
        add(Problem.warning(at.path(), code, message, fix));
    }

    private void add(Problem problem) {
        if (found.size() < MOST) {
            found.add(problem);
        } else {
            dropped++;
        }
    }

    boolean refuses() {
        return refuses;
    }

    List<Problem> all() {
        List<Problem> all = new ArrayList<>(found);
        if (dropped > 0) {
            all.add(Problem.error(
                    "", "more-problems", dropped + " more problems are not listed.", "Mend the problems above first."));
        }
        return all;
    }
}
