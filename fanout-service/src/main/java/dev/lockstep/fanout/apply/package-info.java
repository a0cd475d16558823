/** Event writes (rule R1) of the keys that the lanes give out. */
@NullMarked
package dev.lockstep.fanout.apply;

import org.jspecify.annotations.NullMarked;
