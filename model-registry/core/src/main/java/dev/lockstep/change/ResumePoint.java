package dev.lockstep.change;

/**
 * Where a stream partition goes on: opaque to everyone but the connector that made it. Opening a stream at a resume
 * point delivers every change after it.
 *
 * @param token the connector's own text, at most 16 kB
 */
public record ResumePoint(String token) {}
