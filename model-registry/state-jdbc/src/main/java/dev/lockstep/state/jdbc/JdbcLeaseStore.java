package dev.lockstep.state.jdbc;

import dev.lockstep.state.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Leases. A row stays when its lease is given back, with no owner, so that fences never start again. */
final class JdbcLeaseStore implements LeaseStore {
    private static final String NOBODY = "";

    private final Database database;

    JdbcLeaseStore(Database database) {
        this.database = database;
    }

    private record Held(String owner, long fence, Instant expiresAt) {}

    @Override
    public Optional<Lease> acquire(String name, String owner, Duration length) {
        return database.in("take the lease " + name, sql -> {
            Instant now = now(sql);
            Optional<Held> held = lock(sql, name);
            if (held.isEmpty()) {
                insert(sql, name, owner, now.plus(length));
                return Optional.of(new Lease(name, owner, 1));
            }
            Held row = held.get();
            boolean taken = !row.owner().equals(NOBODY) && row.expiresAt().isAfter(now);
            if (taken && !row.owner().equals(owner)) {
                return Optional.empty();
            }
            Lease lease = new Lease(name, owner, taken ? row.fence() : row.fence() + 1);
            set(sql, lease, now.plus(length));
            return Optional.of(lease);
        });
    }

    /** The clock that all processes share. */
    private static Instant now(JdbcClient sql) {
        return sql.sql("SELECT CURRENT_TIMESTAMP")
                .query((set, index) -> set.getObject(1, OffsetDateTime.class).toInstant())
                .single();
    }

    private static Optional<Held> lock(JdbcClient sql, String name) {
        return sql.sql("SELECT owner, fence, expires_at FROM lockstep_lease WHERE name = ? FOR UPDATE")
                .param(name)
                .query((set, index) -> {
                    Row row = new Row(set);
                    return new Held(row.text("owner"), row.number("fence"), row.time("expires_at"));
                })
                .optional();
    }

    private static void insert(JdbcClient sql, String name, String owner, Instant expiresAt) {
        sql.sql("INSERT INTO lockstep_lease (name, owner, fence, expires_at) VALUES (?, ?, 1, ?)")
                .params(name, owner, Text.column(expiresAt))
                .update();
    }

    private static void set(JdbcClient sql, Lease lease, Instant expiresAt) {
        sql.sql("UPDATE lockstep_lease SET owner = ?, fence = ?, expires_at = ? WHERE name = ?")
                .params(lease.owner(), lease.fence(), Text.column(expiresAt), lease.name())
                .update();
    }

    @Override
    public boolean renew(Lease lease, Duration length) {
        return database.in("renew the lease " + lease.name(), sql -> {
            Instant now = now(sql);
            if (!holds(sql, lease, now)) {
                return false;
            }
            set(sql, lease, now.plus(length));
            return true;
        });
    }

    /** Inside a transaction: true when the lease is held, and then it stays so until the commit. */
    static boolean holds(JdbcClient sql, Lease lease) {
        return holds(sql, lease, now(sql));
    }

    private static boolean holds(JdbcClient sql, Lease lease, Instant now) {
        return lock(sql, lease.name())
                .filter(row -> row.owner().equals(lease.owner()) && row.fence() == lease.fence())
                .filter(row -> row.expiresAt().isAfter(now))
                .isPresent();
    }

    @Override
    public void release(Lease lease) {
        database.in(
                "give back the lease " + lease.name(),
                sql -> sql.sql("UPDATE lockstep_lease SET owner = ? WHERE name = ? AND owner = ? AND fence = ?")
                        .params(NOBODY, lease.name(), lease.owner(), lease.fence())
                        .update());
    }

    @Override
    public Optional<String> owner(String name) {
        return database.in(
                "read the lease " + name,
                sql -> sql.sql("SELECT owner FROM lockstep_lease WHERE name = ? AND owner <> ?"
                                + " AND expires_at > CURRENT_TIMESTAMP")
                        .params(name, NOBODY)
                        .query(String.class)
                        .optional());
    }
}
