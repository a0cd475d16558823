package dev.lockstep.state.jdbc;

import dev.lockstep.state.ModelStore.AuditEntry;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The audit, written inside the transaction of what it tells. */
final class Audit {
    private Audit() {}

    static void write(JdbcClient sql, AuditEntry entry) {
        sql.sql("INSERT INTO lockstep_audit (happened_at, author, action, subject, detail) VALUES (?, ?, ?, ?, ?)")
                .param(Text.column(entry.at()))
                .param(Text.readable(entry.author()))
                .param(Text.readable(entry.action()))
                .param(Text.readable(entry.subject()))
                .param(Text.readableOrNull(entry.detail()))
                .update();
    }

    static List<AuditEntry> read(JdbcClient sql, long before, int limit) {
        return sql.sql("SELECT * FROM lockstep_audit WHERE id < ? ORDER BY id DESC FETCH FIRST ? ROWS ONLY")
                .params(before == 0 ? Long.MAX_VALUE : before, limit)
                .query((set, index) -> {
                    Row row = new Row(set);
                    return new AuditEntry(
                            row.number("id"),
                            row.time("happened_at"),
                            row.text("author"),
                            row.text("action"),
                            row.text("subject"),
                            row.textOrNull("detail"));
                })
                .list();
    }
}
