/** kill -9 of the service under load, judged by an observer that shares no code with it. */
@NullMarked
package dev.lockstep.fanout.chaos;

import org.jspecify.annotations.NullMarked;
