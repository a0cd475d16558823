/** Changes that wait, merged by key; one lane owns a key at a time. */
@NullMarked
package dev.lockstep.fanout.lanes;

import org.jspecify.annotations.NullMarked;
