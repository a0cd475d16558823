/** How tests of any module get a MongoDB server: a real one where there is one, else the imitation. */
@NullMarked
package dev.lockstep.embedded.junit;

import org.jspecify.annotations.NullMarked;
