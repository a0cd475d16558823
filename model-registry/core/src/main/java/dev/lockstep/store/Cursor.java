package dev.lockstep.store;

/**
 * Where a paged read or write goes on: opaque, survives a restart, at most 4 kB.
 *
 * @param token the connector's own text
 */
public record Cursor(String token) {}
