/** The demo: the service beside an embedded imitation of MongoDB, with sample data and a gentle stream of renames. */
@NullMarked
package dev.lockstep.fanout.demo;

import org.jspecify.annotations.NullMarked;
