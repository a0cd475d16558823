/** The wiring of the pipeline. */
@NullMarked
package dev.lockstep.fanout.pipeline;

import org.jspecify.annotations.NullMarked;
