/** Plans, registers, changes and deletes models, from the API and from a folder. */
@NullMarked
package dev.lockstep.fanout.registration;

import org.jspecify.annotations.NullMarked;
