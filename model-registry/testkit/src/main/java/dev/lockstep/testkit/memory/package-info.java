/** A whole store in memory, deterministic and without threads, behind the connector SPI. */
@NullMarked
package dev.lockstep.testkit.memory;

import org.jspecify.annotations.NullMarked;
