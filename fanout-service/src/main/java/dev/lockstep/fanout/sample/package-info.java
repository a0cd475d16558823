/** Measures all the time how many copies are wrong, by random samples; never writes to a copy. */
@NullMarked
package dev.lockstep.fanout.sample;

import org.jspecify.annotations.NullMarked;
