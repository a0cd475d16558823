/** Deletes of sources that are due: the policies of their copies (rule R8). */
@NullMarked
package dev.lockstep.fanout.deletes;

import org.jspecify.annotations.NullMarked;
