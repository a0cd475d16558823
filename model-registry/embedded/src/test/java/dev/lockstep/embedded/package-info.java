/** Tests of the imitation, through the plain MongoDB driver. */
package dev.lockstep.embedded;
