/** The service's configuration and the beans made from it alone. */
@NullMarked
package dev.lockstep.fanout.settings;

import org.jspecify.annotations.NullMarked;
