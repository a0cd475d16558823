/** What every connector and every state store must do, as abstract JUnit classes that their tests extend. */
@NullMarked
package dev.lockstep.testkit.contract;

import org.jspecify.annotations.NullMarked;
