/** Watching the copies: which changes need a check, and the checks (rule R3). */
@NullMarked
package dev.lockstep.fanout.watch;

import org.jspecify.annotations.NullMarked;
