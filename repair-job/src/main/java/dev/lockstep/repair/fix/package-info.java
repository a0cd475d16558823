/** Puts exactly the copies right that were found to have drifted. */
@NullMarked
package dev.lockstep.repair.fix;

import org.jspecify.annotations.NullMarked;
