/** What API, dashboard and metrics may ask of the running pipeline, and nothing of how it works. */
@NullMarked
package dev.lockstep.fanout.control;

import org.jspecify.annotations.NullMarked;
