package dev.lockstep.state.jdbc;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read as the types of the SPI.
 *
 * @param set positioned on the row
 */
record Row(ResultSet set) {
    ModelName model() throws SQLException {
        return new ModelName(text("model"));
    }

    CopyName copy() throws SQLException {
        return new CopyName(text("copy_name"));
    }

    StoreName store() throws SQLException {
        return new StoreName(text("store"));
    }

    long number(String column) throws SQLException {
        return set.getLong(column);
    }

    int small(String column) throws SQLException {
        return set.getInt(column);
    }

    String text(String column) throws SQLException {
        String text = set.getString(column);
        if (text == null) {
            throw new SQLException("column " + column + " is null");
        }
        return text;
    }

    @Nullable
    String textOrNull(String column) throws SQLException {
        return set.getString(column);
    }

    Instant time(String column) throws SQLException {
        return set.getObject(column, OffsetDateTime.class).toInstant();
    }

    @Nullable
    Instant timeOrNull(String column) throws SQLException {
        OffsetDateTime time = set.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
