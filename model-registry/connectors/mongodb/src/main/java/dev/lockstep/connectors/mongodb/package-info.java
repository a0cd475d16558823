/** The MongoDB connector: change streams in, guarded writes out. */
@NullMarked
package dev.lockstep.connectors.mongodb;

import org.jspecify.annotations.NullMarked;
