package dev.lockstep.drift;

/**
 * The exact (Clopper–Pearson) confidence interval of a share. Where none or all were wrong, the interval is open to one
 * side only and that side takes the whole error: 30,000 right copies show that less than 0.01 % are wrong at 95 %.
 */
public final class ClopperPearson {
    private static final int HALVINGS = 200;

    private ClopperPearson() {}

    /**
     * An interval of a share.
     *
     * @param low lower end, 0 to 1
     * @param high upper end, 0 to 1
     */
    public record Interval(double low, double high) {}

    /**
     * The interval of the share of wrong copies.
     *
     * @param wrong how many of the compared were wrong, 0 to {@code compared}
     * @param compared drawn independently, each with the same chance; 0 says nothing and gives 0 to 1
     * @param confidence such as 0.95, between 0 and 1
     */
    public static Interval interval(long wrong, long compared, double confidence) {
        if (wrong < 0 || wrong > compared || !(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("no interval of " + wrong + " in " + compared + " at " + confidence);
        }
        if (compared == 0) {
            return new Interval(0, 1);
        }
        double error = 1 - confidence;
        if (wrong == 0) {
            return new Interval(0, -Math.expm1(Math.log(error) / compared));
        }
        if (wrong == compared) {
            return new Interval(Math.exp(Math.log(error) / compared), 1);
        }
        return new Interval(
                quantile(error / 2, wrong, compared - wrong + 1.0),
                quantile(1 - error / 2, wrong + 1.0, compared - wrong));
    }

    /** Where the cumulative beta distribution reaches {@code share}, by bisection. */
    private static double quantile(double share, double a, double b) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS && low < high; i++) {
            double middle = (low + high) / 2;
            if (Beta.cumulative(middle, a, b) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
