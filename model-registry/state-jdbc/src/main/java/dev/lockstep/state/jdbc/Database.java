package dev.lockstep.state.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.lockstep.state.StateException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Short transactions, tried again when another one was in the way, or when the connection broke before the commit: with
 * H2 that happens when the process that served the file ends and this one takes over, which takes some seconds.
 */
final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final int MOST_CONFLICTS = 50;
    private static final Duration TAKE_OVER = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HikariDataSource pool;
    private final String where;
    private final JdbcTemplate template;
    private final JdbcClient client;
    private final TransactionTemplate transactions;

    Database(HikariDataSource pool, String where) {
        this.pool = pool;
        this.where = where;
        this.template = new JdbcTemplate(pool);
        this.client = JdbcClient.create(new NamedParameterJdbcTemplate(template));
        this.transactions = new TransactionTemplate(new Transactions(pool));
    }

    /** What one transaction does. */
    interface Work<T> {
        T run(JdbcClient sql);
    }

    /** For batches, inside {@link #in}. */
    JdbcTemplate batches() {
        return template;
    }

    /**
     * Runs one transaction and returns after its commit.
     *
     * @param what completes "Could not …" for people
     */
    <T> T in(String what, Work<T> work) {
        long giveUp = System.nanoTime() + TAKE_OVER.toNanos();
        int conflicts = 0;
        boolean interrupted = false;
        try {
            while (true) {
                // A thread that is interrupted while H2 reads or writes makes Java close H2's file.
                interrupted |= Thread.interrupted();
                Attempt<T> attempt = new Attempt<>(work);
                try {
                    return attempt.run();
                } catch (RuntimeException e) {
                    Failure failure = Failure.of(e);
                    boolean again = System.nanoTime() - giveUp < 0
                            && (failure == Failure.CONCURRENT
                                    ? ++conflicts < MOST_CONFLICTS
                                    : failure == Failure.DISCONNECTED && !attempt.committing && !pool.isClosed());
                    if (!again) {
                        throw failed(what, attempt.committing, e);
                    }
                    if (failure == Failure.DISCONNECTED) {
                        pool.getHikariPoolMXBean().softEvictConnections();
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private StateException failed(String what, boolean committing, RuntimeException cause) {
        if (cause instanceof StateException known) {
            return known;
        }
        String outcome = committing
                ? "Its commit was not confirmed, so it may or may not have been stored."
                : "Nothing was changed.";
        return new StateException(
                "Could not " + what + " in the state store " + where + ": " + root(cause) + ". " + outcome
                        + " Lockstep tries again by itself; if this lasts, see that the state store is up and has room.",
                cause);
    }

    static String root(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message.strip().split("\n", 2)[0];
    }

    @Override
    public void close() {
        pool.close();
    }

    /** A rollback fails only on a broken connection, has nothing to do there, and must not hide the first error. */
    private static final class Transactions extends JdbcTransactionManager {
        Transactions(DataSource pool) {
            super(pool);
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            try {
                super.doRollback(status);
            } catch (DataAccessException | TransactionException e) {
                LOG.debug("the rollback failed, its connection is gone", e);
            }
        }
    }

    /** One try, which knows whether it had come to its commit. */
    private final class Attempt<T> {
        private final Work<T> work;
        private boolean committing;

        Attempt(Work<T> work) {
            this.work = work;
        }

        T run() {
            Object[] result = new Object[1];
            transactions.executeWithoutResult(status -> {
                result[0] = work.run(client);
                committing = true;
            });
            @SuppressWarnings("unchecked")
            T typed = (T) result[0];
            return typed;
        }
    }
}
