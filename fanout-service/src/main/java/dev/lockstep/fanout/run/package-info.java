/** Step machines, and the one place where threads are made to drive them. */
@NullMarked
package dev.lockstep.fanout.run;

import org.jspecify.annotations.NullMarked;
