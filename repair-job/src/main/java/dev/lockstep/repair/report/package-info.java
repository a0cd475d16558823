/** What a run found and did, for people and for scripts. */
@NullMarked
package dev.lockstep.repair.report;

import org.jspecify.annotations.NullMarked;
