/** Assertions in the words of the domain. */
@NullMarked
package dev.lockstep.testkit.assertions;

import org.jspecify.annotations.NullMarked;
