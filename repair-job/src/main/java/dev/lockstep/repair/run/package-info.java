/** One run: scan, fix and record, model by model, copy definition by copy definition. */
@NullMarked
package dev.lockstep.repair.run;

import org.jspecify.annotations.NullMarked;
