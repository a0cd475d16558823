/** The repair job: finds copies that drifted from their source, says which, and puts them right. */
@NullMarked
package dev.lockstep.repair;

import org.jspecify.annotations.NullMarked;
