/** The REST API. */
@NullMarked
package dev.lockstep.fanout.api;

import org.jspecify.annotations.NullMarked;
