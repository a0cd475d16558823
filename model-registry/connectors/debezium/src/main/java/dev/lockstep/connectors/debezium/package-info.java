/** Streams of changes of relational databases, read from their logs by Debezium's embedded engine; PostgreSQL first. */
@NullMarked
package dev.lockstep.connectors.debezium;

import org.jspecify.annotations.NullMarked;
