/** Who may call: the API key, what is allowed without one, and the headers of every answer. */
@NullMarked
package dev.lockstep.fanout.security;

import org.jspecify.annotations.NullMarked;
