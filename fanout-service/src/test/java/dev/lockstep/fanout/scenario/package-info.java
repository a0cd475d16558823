/** The scenarios on MongoDB, from the registration over REST to the copies. */
@NullMarked
package dev.lockstep.fanout.scenario;

import org.jspecify.annotations.NullMarked;
