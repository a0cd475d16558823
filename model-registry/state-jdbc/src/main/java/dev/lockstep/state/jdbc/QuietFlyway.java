package dev.lockstep.state.jdbc;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what Flyway says to the debug level: what matters arrives as an exception. Flyway makes it by name. */
public final class QuietFlyway implements LogCreator {
    /** For Flyway only. */
    public QuietFlyway() {}

    @Override
    public Log createLogger(Class<?> type) {
        return new Quiet(LoggerFactory.getLogger(type));
    }

    private record Quiet(Logger logger) implements Log {
        @Override
        public boolean isDebugEnabled() {
            return logger.isDebugEnabled();
        }

        @Override
        public void debug(String message) {
            logger.debug(message);
        }

        @Override
        public void info(String message) {
            logger.debug(message);
        }

        @Override
        public void warn(String message) {
            logger.debug(message);
        }

        @Override
        public void error(String message) {
            logger.debug(message);
        }

        @Override
        public void error(String message, Exception cause) {
            logger.debug(message, cause);
        }

        @Override
        public void notice(String message) {
            logger.debug(message);
        }
    }
}
