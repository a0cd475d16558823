/** A server inside the JVM that imitates a one-node MongoDB replica set, for the demo and for tests. */
@NullMarked
package dev.lockstep.embedded;

import org.jspecify.annotations.NullMarked;
