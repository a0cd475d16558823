/** The SPI that a connector implements for one kind of store. */
@NullMarked
package dev.lockstep.store;

import org.jspecify.annotations.NullMarked;
