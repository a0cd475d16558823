package dev.lockstep.fanout.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says on the console why the service did not start, without a stack trace. */
final class StartRefusedAnalyzer extends AbstractFailureAnalyzer<StartRefused> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefused cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
