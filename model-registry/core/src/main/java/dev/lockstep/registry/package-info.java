/** What a user registers: models, sources, copies and how the copies of a source are found. */
@NullMarked
package dev.lockstep.registry;

import org.jspecify.annotations.NullMarked;
