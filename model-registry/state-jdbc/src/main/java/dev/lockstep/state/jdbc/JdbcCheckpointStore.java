package dev.lockstep.state.jdbc;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.LeaseStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Checkpoints, each written in the transaction that locks its lease. */
final class JdbcCheckpointStore implements CheckpointStore {
    private final Database database;

    JdbcCheckpointStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Checkpoint> load(StoreName store, String partition) {
        return database.in(
                "read the checkpoint of " + store + "/" + partition,
                sql -> sql.sql("SELECT * FROM lockstep_checkpoint WHERE store = ? AND partition_hash = ?")
                        .params(store.value(), Text.hash(partition))
                        .query(JdbcCheckpointStore::read)
                        .optional());
    }

    @Override
    public List<Checkpoint> all() {
        return database.in(
                "read the checkpoints",
                sql -> sql.sql("SELECT * FROM lockstep_checkpoint ORDER BY store, partition_name")
                        .query(JdbcCheckpointStore::read)
                        .list());
    }

    private static Checkpoint read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Checkpoint(
                row.store(),
                row.text("partition_name"),
                new ResumePoint(row.text("resume_after")),
                row.text("stream_identity"),
                row.timeOrNull("committed_up_to"),
                row.time("saved_at"));
    }

    @Override
    public boolean save(Checkpoint checkpoint, LeaseStore.Lease lease) {
        return database.in("save the checkpoint of " + checkpoint.store() + "/" + checkpoint.partition(), sql -> {
            if (!JdbcLeaseStore.holds(sql, lease)) {
                return false;
            }
            if (update(sql, checkpoint) == 0) {
                insert(sql, checkpoint);
            }
            return true;
        });
    }

    private static int update(JdbcClient sql, Checkpoint checkpoint) {
        return sql.sql("UPDATE lockstep_checkpoint SET resume_after = ?, stream_identity = ?, committed_up_to = ?,"
                        + " saved_at = ? WHERE store = ? AND partition_hash = ?")
                .param(checkpoint.resumeAfter().token())
                .param(checkpoint.identity())
                .param(Text.columnOrNull(checkpoint.committedUpTo()))
                .param(Text.column(checkpoint.savedAt()))
                .param(checkpoint.store().value())
                .param(Text.hash(checkpoint.partition()))
                .update();
    }

    private static void insert(JdbcClient sql, Checkpoint checkpoint) {
        sql.sql("INSERT INTO lockstep_checkpoint (store, partition_hash, partition_name, resume_after, stream_identity,"
                        + " committed_up_to, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)")
                .param(checkpoint.store().value())
                .param(Text.hash(checkpoint.partition()))
                .param(checkpoint.partition())
                .param(checkpoint.resumeAfter().token())
                .param(checkpoint.identity())
                .param(Text.columnOrNull(checkpoint.committedUpTo()))
                .param(Text.column(checkpoint.savedAt()))
                .update();
    }
}
