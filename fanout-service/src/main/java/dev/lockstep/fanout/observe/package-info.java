/** What the pipeline tells about itself, as numbers. */
@NullMarked
package dev.lockstep.fanout.observe;

import org.jspecify.annotations.NullMarked;
