/** Strong reads, scans and inspection of sources in relational databases; PostgreSQL first. */
@NullMarked
package dev.lockstep.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
