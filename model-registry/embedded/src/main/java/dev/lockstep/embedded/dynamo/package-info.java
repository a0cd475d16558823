/** An imitation of DynamoDB and its Streams inside the JVM, for the demo and the tests. */
@NullMarked
package dev.lockstep.embedded.dynamo;

import org.jspecify.annotations.NullMarked;
