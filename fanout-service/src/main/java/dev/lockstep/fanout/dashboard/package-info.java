/** The page at / and the figures it shows. */
@NullMarked
package dev.lockstep.fanout.dashboard;

import org.jspecify.annotations.NullMarked;
