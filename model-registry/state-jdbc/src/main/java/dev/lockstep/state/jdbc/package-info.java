/** The state store on H2 or PostgreSQL: tables, short transactions, and what makes an H2 file safe to share. */
@NullMarked
package dev.lockstep.state.jdbc;

import org.jspecify.annotations.NullMarked;
