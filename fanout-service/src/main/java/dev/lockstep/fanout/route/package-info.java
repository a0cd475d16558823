/** From a captured change to the keys and copies it concerns. */
@NullMarked
package dev.lockstep.fanout.route;

import org.jspecify.annotations.NullMarked;
