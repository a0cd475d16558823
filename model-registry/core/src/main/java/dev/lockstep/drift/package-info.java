/** The check (rule R3), the one place where a copy is compared with its source and put right. */
@NullMarked
package dev.lockstep.drift;

import org.jspecify.annotations.NullMarked;
