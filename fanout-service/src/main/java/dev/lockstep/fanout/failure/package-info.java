/** What happens when a store or a copy says no: backoff, circuit breakers, dead letters. */
@NullMarked
package dev.lockstep.fanout.failure;

import org.jspecify.annotations.NullMarked;
