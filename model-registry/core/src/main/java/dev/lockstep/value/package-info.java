/** Values of records, kept exactly as their store typed them, with field paths, templates and canonical text. */
@NullMarked
package dev.lockstep.value;

import org.jspecify.annotations.NullMarked;
