package dev.lockstep.state.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.lockstep.state.StateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** Opens the database: connects, migrates the tables, makes the pool. */
final class Opening {
    /** As long as H2 needs to see that the process which served the file is dead, and some more. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * What every connection to PostgreSQL begins with. A process that is frozen inside a transaction keeps the rows
     * that it locked until the server ends its session: after 2 s, the shortest lease, so that whoever takes its lease
     * over waits no longer than that. Nobody waits for a lock for ever.
     */
    private static final String POSTGRESQL_LIMITS =
            "SET idle_in_transaction_session_timeout = '2s'; SET lock_timeout = '5s'";

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final StateSettings settings;
    private final String url;
    private final @Nullable String password;

    private Opening(StateSettings settings, String url, @Nullable String password) {
        this.settings = settings;
        this.url = url;
        this.password = password;
    }

    static Database open(StateSettings settings) {
        String url = settings.url();
        if (url != null) {
            return new Opening(settings, url, settings.password()).open();
        }
        H2File.bindToLoopback();
        H2File file = new H2File(settings.directory());
        return file.exclusively(() -> {
            String given = settings.password();
            String password = given == null ? file.password() : given;
            return new Opening(settings, file.url(), password).openFile(file);
        });
    }

    private Database openFile(H2File file) {
        Database database = open();
        try {
            file.checkLoopback();
            return database;
        } catch (StateException e) {
            database.close();
            throw e;
        }
    }

    /** The first connection stays open until the pool has its own: H2 closes a file without connections. */
    private Database open() {
        try (Connection first = connect()) {
            migrate();
            return new Database(pool(), settings.where());
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    private Connection connect() throws SQLException {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return DriverManager.getConnection(url, settings.user(), password);
            } catch (SQLException e) {
                if (Failure.of(e) != Failure.DISCONNECTED || System.nanoTime() - giveUp > 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void migrate() {
        try {
            Flyway.configure(Opening.class.getClassLoader())
                    .loggers(QuietFlyway.class.getName())
                    .dataSource(url, settings.user(), password)
                    .locations("classpath:db/migration/lockstep")
                    .table("lockstep_schema_history")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .ignoreMigrationPatterns("*:future")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new StateException(
                    "Could not bring the tables of the state store " + settings.where() + " up to date: "
                            + Database.root(e)
                            + ". Lockstep does not start. Tables named lockstep_… must be changed by Lockstep only;"
                            + " restore them from a backup.",
                    e);
        }
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setPoolName("lockstep-state");
        config.setJdbcUrl(url);
        config.setUsername(settings.user());
        config.setPassword(password);
        config.setAutoCommit(false);
        config.setMaximumPoolSize(settings.connections());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        if (settings.url() == null) {
            config.setMaxLifetime(0);
        }
        if (url.startsWith("jdbc:postgresql:")) {
            config.setConnectionInitSql(POSTGRESQL_LIMITS);
            // the settings are committed, or the first transaction that is rolled back would take them back
            config.setIsolateInternalQueries(true);
        }
        config.setExceptionOverride(new EvictBroken());
        return new HikariDataSource(config);
    }

    private StateException refused(SQLException error) {
        String advice = switch (Failure.of(error)) {
            case REFUSED ->
                settings.url() == null && settings.password() == null
                        ? "Put back the " + H2File.DATABASE + ".password file that belongs to this database."
                        : "Set lockstep.state.user and lockstep.state.password to those of this database.";
            case DAMAGED ->
                "The file is damaged or of another H2 version. Restore it from a backup, or move it and its"
                        + " password file away: Lockstep then starts with an empty state, models must be"
                        + " registered again, and every copy is verified anew.";
            default ->
                "See that the database is up, that lockstep.state.url or lockstep.state.directory is right,"
                        + " and that the disk has room.";
        };
        return new StateException(
                "Could not open the state store " + settings.where() + ": " + Database.root(error)
                        + ". Lockstep does not start without it. " + advice,
                error);
    }

    /** Tells the pool to drop connections whose server has gone, at once. */
    private static final class EvictBroken implements SQLExceptionOverride {
        @java.lang.Override
        public SQLExceptionOverride.Override adjudicate(SQLException error) {
            return Failure.of(error) == Failure.DISCONNECTED ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
        }
    }
}
