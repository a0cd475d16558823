/** Parts of the product as processes of their own, which tests start and kill. */
@NullMarked
package dev.lockstep.fanout.process;

import org.jspecify.annotations.NullMarked;
