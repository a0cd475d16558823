/** Runs repairs when their models' plans, people or gaps ask for them, one scheduler at a time. */
@NullMarked
package dev.lockstep.repair.schedule;

import org.jspecify.annotations.NullMarked;
