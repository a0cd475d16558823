/** Benchmarks against hand-written ways to keep copies right: how right, and how fast. */
@NullMarked
package dev.lockstep.fanout.bench;

import org.jspecify.annotations.NullMarked;
