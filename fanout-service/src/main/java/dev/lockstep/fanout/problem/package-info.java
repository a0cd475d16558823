/** Refusals and failures as problem+json, with stable codes. */
@NullMarked
package dev.lockstep.fanout.problem;

import org.jspecify.annotations.NullMarked;
