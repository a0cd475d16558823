package dev.lockstep.store;

/**
 * A part of a collection that can be scanned by itself; the segments of one call cover the collection without overlap.
 * Opaque, survives a restart.
 *
 * @param token the connector's own text
 */
public record Segment(String token) {}
