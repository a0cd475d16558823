/** The SPI of the state store: what must survive a crash of Lockstep itself. */
@NullMarked
package dev.lockstep.state;

import org.jspecify.annotations.NullMarked;
