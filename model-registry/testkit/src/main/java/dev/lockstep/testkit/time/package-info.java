/** Time that a test moves by hand. */
@NullMarked
package dev.lockstep.testkit.time;

import org.jspecify.annotations.NullMarked;
