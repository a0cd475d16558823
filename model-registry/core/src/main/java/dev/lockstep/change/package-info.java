/** Changes of records, their positions in a stream, and the labels that copies carry. */
@NullMarked
package dev.lockstep.change;

import org.jspecify.annotations.NullMarked;
