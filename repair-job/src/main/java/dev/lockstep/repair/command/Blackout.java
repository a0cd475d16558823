package dev.lockstep.repair.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * A time of each day, in UTC, in which a run rests.
 *
 * @param from when it begins
 * @param to when it ends; earlier than {@code from} when midnight is in it
 */
public record Blackout(LocalTime from, LocalTime to) {
    public Blackout {
        if (from.equals(to)) {
            throw new IllegalArgumentException("a blackout window is shorter than a day");
        }
    }

    /** Reads {@code 08:00-18:30}; empty for anything else. */
    static Optional<Blackout> parse(String text) {
        String[] ends = text.split("-", 2);
        try {
            return Optional.of(new Blackout(LocalTime.parse(ends[0]), LocalTime.parse(ends[1])));
        } catch (DateTimeException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** When a run may go on; empty when it may now. */
    public Optional<Instant> until(Instant now) {
        LocalDateTime time = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        LocalTime clock = time.toLocalTime();
        boolean overMidnight = to.isBefore(from);
        boolean in = overMidnight
                ? !clock.isBefore(from) || clock.isBefore(to)
                : !clock.isBefore(from) && clock.isBefore(to);
        if (!in) {
            return Optional.empty();
        }
        LocalDateTime end = time.toLocalDate().atTime(to);
        return Optional.of((end.isAfter(time) ? end : end.plusDays(1)).toInstant(ZoneOffset.UTC));
    }
}
