package dev.lockstep.embedded;

import org.jspecify.annotations.Nullable;

/** One operator: gets its argument unevaluated, and what it may be evaluated with. */
@FunctionalInterface
interface ExpressionOperator {
    @Nullable
    Object apply(Expressions scope, @Nullable Object argument);
}
