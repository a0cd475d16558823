package dev.lockstep.fanout.process;

import dev.lockstep.embedded.junit.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of the leases of streams and of the checkpoints, written down by PostgreSQL itself: triggers note each
 * change in its own transaction, with the database's time. Shares no code with the product.
 */
public final class StateHistory {
    private static final String[] TRIGGERS = {
        "CREATE TABLE history_lease (id BIGSERIAL PRIMARY KEY, at TIMESTAMPTZ NOT NULL, owner TEXT, fence BIGINT,"
                + " expires_at TIMESTAMPTZ, old_owner TEXT, old_fence BIGINT, old_expires_at TIMESTAMPTZ)",
        "CREATE FUNCTION note_lease() RETURNS trigger AS $$ BEGIN"
                + " INSERT INTO history_lease (at, owner, fence, expires_at, old_owner, old_fence, old_expires_at)"
                + " VALUES (now(), NEW.owner, NEW.fence, NEW.expires_at, OLD.owner, OLD.fence, OLD.expires_at);"
                + " RETURN NEW; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER note AFTER UPDATE ON lockstep_lease FOR EACH ROW WHEN (NEW.name LIKE 'capture/%')"
                + " EXECUTE FUNCTION note_lease()",
        "CREATE TABLE history_checkpoint (id BIGSERIAL PRIMARY KEY, at TIMESTAMPTZ NOT NULL, resume_after TEXT,"
                + " owner TEXT, expires_at TIMESTAMPTZ)",
        "CREATE FUNCTION note_checkpoint() RETURNS trigger AS $$ BEGIN"
                + " INSERT INTO history_checkpoint (at, resume_after, owner, expires_at)"
                + " SELECT now(), NEW.resume_after, owner, expires_at FROM lockstep_lease"
                + " WHERE name = 'capture/' || NEW.store || '/' || NEW.partition_name;"
                + " RETURN NEW; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER note AFTER INSERT OR UPDATE ON lockstep_checkpoint FOR EACH ROW"
                + " EXECUTE FUNCTION note_checkpoint()",
    };

    private final String url;

    private StateHistory(String url) {
        this.url = url;
    }

    /** Begins to note; Lockstep's tables must be there. */
    public static StateHistory begin(String url) {
        PostgresServer.execute(url, TRIGGERS);
        return new StateHistory(url);
    }

    /** A change of a lease's owner; {@code owner} is empty when it was given back. */
    public record Turn(
            Instant at,
            String owner,
            long fence,
            Instant expiresAt,
            String before,
            long fenceBefore,
            Instant expired) {}

    /** A checkpoint, and the lease under which it was saved. */
    public record Saved(Instant at, String resumeAfter, String owner, Instant expiresAt) {}

    /** All changes of owners so far, in their order. */
    public List<Turn> turns() {
        return query(
                "SELECT at, owner, fence, expires_at, old_owner, old_fence, old_expires_at FROM history_lease"
                        + " WHERE owner <> old_owner ORDER BY id",
                row -> new Turn(
                        time(row, 1),
                        row.getString(2),
                        row.getLong(3),
                        time(row, 4),
                        row.getString(5),
                        row.getLong(6),
                        time(row, 7)));
    }

    /** All checkpoints so far, in their order. */
    public List<Saved> checkpoints() {
        return query(
                "SELECT at, resume_after, owner, expires_at FROM history_checkpoint ORDER BY id",
                row -> new Saved(time(row, 1), row.getString(2), row.getString(3), time(row, 4)));
    }

    /** The database's time. */
    public Instant now() {
        return query("SELECT now()", row -> time(row, 1)).get(0);
    }

    /** When the lease that is held now ends. */
    public Instant end() {
        return query("SELECT max(expires_at) FROM lockstep_lease WHERE name LIKE 'capture/%'", row -> time(row, 1))
                .get(0);
    }

    /** Who holds the lease, or {@code null}. */
    public @Nullable String owner() {
        List<String> owners = query(
                "SELECT owner FROM lockstep_lease WHERE name LIKE 'capture/%' AND owner <> '' AND expires_at > now()",
                row -> row.getString(1));
        return owners.isEmpty() ? null : owners.get(0);
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private <T> List<T> query(String sql, Reading<T> reading) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reading.of(rows));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
