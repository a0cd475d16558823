package dev.lockstep.repair.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class BlackoutTest {
    private static Instant at(String time) {
        return Instant.parse("2026-03-01T" + time + ":00Z");
    }

    @Test
    void endsOnTheSameDay() {
        Blackout day = Blackout.parse("08:00-18:30").orElseThrow();
        assertThat(day.until(at("07:59"))).isEmpty();
        assertThat(day.until(at("08:00"))).contains(at("18:30"));
        assertThat(day.until(at("18:29"))).contains(at("18:30"));
        assertThat(day.until(at("18:30"))).isEmpty();
    }

    @Test
    void mayGoOverMidnight() {
        Blackout night = Blackout.parse("22:00-06:00").orElseThrow();
        assertThat(night.until(at("23:00"))).contains(Instant.parse("2026-03-02T06:00:00Z"));
        assertThat(night.until(at("05:00"))).contains(at("06:00"));
        assertThat(night.until(at("06:00"))).isEmpty();
        assertThat(night.until(at("21:59"))).isEmpty();
    }

    @Test
    void isNothingElse() {
        assertThat(Blackout.parse("08:00")).isEmpty();
        assertThat(Blackout.parse("08:00-08:00")).isEmpty();
        assertThat(Blackout.parse("8-18")).isEmpty();
    }
}
