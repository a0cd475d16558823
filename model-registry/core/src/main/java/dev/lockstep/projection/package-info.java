/** What a copy should hold, computed from its source, and whether it does. */
@NullMarked
package dev.lockstep.projection;

import org.jspecify.annotations.NullMarked;
