/** The figures of models, copies and streams: counted by the pipeline, put together for API, page and metrics. */
@NullMarked
package dev.lockstep.fanout.observe;

import org.jspecify.annotations.NullMarked;
