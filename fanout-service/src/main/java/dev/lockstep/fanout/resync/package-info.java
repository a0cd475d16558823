/** Fills, full checks after a gap, and keys that waited. */
@NullMarked
package dev.lockstep.fanout.resync;

import org.jspecify.annotations.NullMarked;
