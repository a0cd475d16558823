package dev.lockstep.change;

import dev.lockstep.registry.CollectionRef;

/**
 * A watched collection was dropped or renamed: models on it become BROKEN until it is there again.
 *
 * @param collection the collection
 * @param reason what happened, for people
 */
public record CollectionLost(CollectionRef collection, String reason) implements Captured {}
