/** Fixtures that tests of every module share: models and values. */
@NullMarked
package dev.lockstep.testkit;

import org.jspecify.annotations.NullMarked;
