/** A state store in memory, whose whole content can be kept and put back. */
@NullMarked
package dev.lockstep.testkit.state;

import org.jspecify.annotations.NullMarked;
