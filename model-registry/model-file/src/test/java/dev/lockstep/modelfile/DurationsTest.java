package dev.lockstep.modelfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "500ms,PT0.5S,500ms",
        "5s,PT5S,5s",
        "90s,PT90S,90s",
        "5m,PT5M,5m",
        "24h,PT24H,1d",
        "1d,PT24H,1d",
        "PT5S,PT5S,5s",
        "P1D,PT24H,1d",
        "pt1h,PT1H,1h",
        "3650d,P3650D,3650d"
    })
    void readsWhatPeopleWrite(String written, Duration meant, String canonical) {
        assertThat(Durations.parse(written)).contains(meant);
        assertThat(Durations.format(meant)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "s",
                "-5s",
                "0s",
                "5 weeks",
                "P",
                "PT",
                "3651d",
                "999999999999d",
                "PT99999999999999999999S",
                "1e3s",
                "5S"
            })
    void refusesTheRest(String written) {
        assertThat(Durations.parse(written)).isEmpty();
    }

    @Test
    void writesNanosecondsAsIso() {
        assertThat(Durations.format(Duration.ofNanos(1))).isEqualTo("PT0.000000001S");
    }
}
