package dev.lockstep.drift;

/**
 * The beta distribution: the regularised incomplete beta function by its continued fraction (Abramowitz and Stegun
 * 26.5.8, evaluated by Lentz's method), with Lanczos' approximation of the gamma function (g = 7, n = 9).
 */
final class Beta {
    private static final double TINY = 1e-300;
    private static final double PRECISION = 1e-15;
    private static final int MOST_TERMS = 1_000_000;
    private static final double[] LANCZOS = {
        0.99999999999980993,
        676.5203681218851,
        -1259.1392167224028,
        771.32342877765313,
        -176.61502916214059,
        12.507343278686905,
        -0.13857109526572012,
        9.9843695780195716e-6,
        1.5056327351493116e-7
    };

    private Beta() {}

    /** The chance of at most {@code x}; {@code a} and {@code b} are at least 1. */
    static double cumulative(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? factor * fraction(x, a, b) / a : 1 - factor * fraction(1 - x, b, a) / b;
    }

    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2.0 * m - 1) * (a + 2.0 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            double step = d * c;
            value *= step;
            if (Math.abs(step - 1) < PRECISION) {
                break;
            }
        }
        return value;
    }

    private static double away(double number) {
        return Math.abs(number) < TINY ? TINY : number;
    }

    private static double logGamma(double x) {
        double z = x - 1;
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (z + i);
        }
        double t = z + LANCZOS.length - 1.5;
        return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
    }
}
