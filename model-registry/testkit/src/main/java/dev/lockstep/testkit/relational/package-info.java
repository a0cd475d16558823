/** Relational databases as the contracts want them: tables that hold any record, by JSON columns. */
@NullMarked
package dev.lockstep.testkit.relational;

import org.jspecify.annotations.NullMarked;
