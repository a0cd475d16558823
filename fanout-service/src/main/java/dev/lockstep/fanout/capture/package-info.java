/** Reading the streams: open, poll, route, checkpoint, and what happens when a position is lost. */
@NullMarked
package dev.lockstep.fanout.capture;

import org.jspecify.annotations.NullMarked;
