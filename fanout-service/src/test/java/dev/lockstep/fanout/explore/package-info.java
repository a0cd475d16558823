/**
 * Exploration and simulation of the production pipeline on the in-memory connector: every interleaving of small worlds,
 * random ones of larger worlds.
 */
@NullMarked
package dev.lockstep.fanout.explore;

import org.jspecify.annotations.NullMarked;
