/** The model file: its parser, writer and JSON Schema, and the rules that need no store. */
@NullMarked
package dev.lockstep.modelfile;

import org.jspecify.annotations.NullMarked;
