/** Walks all copies of a definition and tells which have drifted; never writes. */
@NullMarked
package dev.lockstep.repair.scan;

import org.jspecify.annotations.NullMarked;
