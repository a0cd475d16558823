package dev.lockstep.fanout.explore;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One clause of one rule left out, by replacing one collaborator.
 *
 * @param clause rule and clause
 * @param how what is replaced by what
 * @param worlds where it must be caught, the smallest first
 */
record Mutant(String clause, String how, List<String> worlds, UnaryOperator<Parts> change) {}
