package dev.lockstep.change;

/** What a stream partition delivers, in order: changes of records, and the loss of whole collections. */
public sealed interface Captured permits Change, CollectionLost {}
