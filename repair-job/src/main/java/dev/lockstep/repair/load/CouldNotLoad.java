package dev.lockstep.repair.load;

import java.util.List;

/** The models of a run could not be had; says everything that is wrong. */
public final class CouldNotLoad extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** One line for each problem, for people. */
    public CouldNotLoad(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** One line for each problem. */
    public List<String> problems() {
        return problems;
    }
}
