/** What a person asked for on the command line, and how the job answers with its exit code. */
@NullMarked
package dev.lockstep.repair.command;

import org.jspecify.annotations.NullMarked;
