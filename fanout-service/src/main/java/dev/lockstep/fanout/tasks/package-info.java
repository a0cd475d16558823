/** Fan-outs that are too large to be written in one go, as durable tasks (rule R2). */
@NullMarked
package dev.lockstep.fanout.tasks;

import org.jspecify.annotations.NullMarked;
