package dev.lockstep.state.jdbc;

import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** The id that the database gave a new row. */
final class Inserted {
    private Inserted() {}

    static long id(JdbcClient.StatementSpec insert) {
        GeneratedKeyHolder holder = new GeneratedKeyHolder();
        insert.update(holder, "id");
        return Objects.requireNonNull(holder.getKey(), "the insert gave no id").longValue();
    }
}
