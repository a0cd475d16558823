/** Which captured changes are durable, and the checkpoint that follows (rule R2). */
@NullMarked
package dev.lockstep.fanout.checkpoint;

import org.jspecify.annotations.NullMarked;
