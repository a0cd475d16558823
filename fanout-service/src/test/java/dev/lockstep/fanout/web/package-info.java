/** The service over real HTTP, with the pipeline faked. */
@NullMarked
package dev.lockstep.fanout.web;

import org.jspecify.annotations.NullMarked;
