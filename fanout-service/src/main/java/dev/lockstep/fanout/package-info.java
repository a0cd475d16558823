/** The fan-out service: captures changes of sources, keeps copies in step, and answers what it does. */
@NullMarked
package dev.lockstep.fanout;

import org.jspecify.annotations.NullMarked;
