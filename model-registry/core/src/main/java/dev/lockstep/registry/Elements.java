package dev.lockstep.registry;

import dev.lockstep.value.FieldPath;

/**
 * A copy that sits in elements of an array: all elements that match, by identity and never by position.
 *
 * @param path the array in the record
 * @param match the pointer, with attributes relative to the element
 */
public record Elements(FieldPath path, KeyPattern match) {}
