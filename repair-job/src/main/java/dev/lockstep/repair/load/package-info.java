/** Where the models of a run come from: the state store, or one model file. */
@NullMarked
package dev.lockstep.repair.load;

import org.jspecify.annotations.NullMarked;
