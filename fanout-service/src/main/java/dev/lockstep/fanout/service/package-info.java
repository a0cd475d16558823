/** The pipeline as it runs in the service: its threads, its figures, and the commands it takes. */
@NullMarked
package dev.lockstep.fanout.service;

import org.jspecify.annotations.NullMarked;
