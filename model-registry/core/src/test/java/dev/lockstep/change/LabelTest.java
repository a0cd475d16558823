package dev.lockstep.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelTest {
    private static final SourceKey KEY = SourceKey.of(Map.of("id", new Value.Text("a")));
    private static final SourceKey OTHER = SourceKey.of(Map.of("id", new Value.Text("b")));

    private static Version version(long epoch, String position) {
        return new Version(new Epoch(epoch), new Position(position));
    }

    private static boolean mayReplace(Label stored, Version version) {
        return Label.mayBeReplaced(stored.toDoc(), KEY, version);
    }

    @Test
    void comesBackFromWhatIsStored() {
        Label label = Label.of(KEY, version(7, "0a"), "nonce");

        assertThat(Label.parse(label.toDoc())).contains(label);
        assertThat(label.parsedVersion()).contains(version(7, "0a"));
        assertThat(label.isOf(KEY)).isTrue();
        assertThat(label.isOf(OTHER)).isFalse();
    }

    @Test
    void isAbsentWhenItIsMalformed() {
        Doc good = Label.of(KEY, version(7, "0a")).toDoc();

        assertThat(Label.parse(null)).isEmpty();
        assertThat(Label.parse(new Value.Text("x"))).isEmpty();
        assertThat(Label.parse(good.without(FieldPath.of("s")))).isEmpty();
        assertThat(Label.parse(good.with(FieldPath.of("v"), new Value.Int32(1))))
                .isEmpty();
        assertThat(Label.parse(good.with(FieldPath.of("v"), new Value.Text("0:x"))))
                .isEmpty();
    }

    @Test
    void mayBeReplacedByANewerPositionOfItsKeyOnly() {
        Label stored = Label.of(KEY, version(7, "0a"));

        assertThat(mayReplace(stored, version(7, "0b"))).isTrue();
        assertThat(mayReplace(stored, version(8, "00"))).isTrue();
        assertThat(mayReplace(stored, version(7, "0a"))).isFalse();
        assertThat(mayReplace(stored, version(7, "09"))).isFalse();
        assertThat(mayReplace(stored, version(6, "ff"))).isFalse();
    }

    @Test
    void mayBeReplacedWheneverItSaysNothingAboutTheKey() {
        assertThat(Label.mayBeReplaced(null, KEY, version(1, "0"))).isTrue();
        assertThat(Label.mayBeReplaced(new Value.Int32(1), KEY, version(1, "0")))
                .isTrue();
        assertThat(mayReplace(Label.of(OTHER, version(9, "ff")), version(1, "0")))
                .isTrue();
    }

    @Test
    void ofANewerFormatIsLeftAlone() {
        Label newer = new Label(KEY.labelText(), "2:anything", null);

        assertThat(newer.isOfNewerFormat()).isTrue();
        assertThat(newer.parsedVersion()).isEmpty();
        assertThat(mayReplace(newer, version(9_999_999_999L, "zz"))).isFalse();
    }

    @Test
    void versionsCompareAsTheirTexts() {
        Version[] growing = {version(1, "0"), version(1, "00ff"), version(1, "0100"), version(2, "0"), version(10, "0")
        };
        for (int i = 1; i < growing.length; i++) {
            assertThat(growing[i]).isGreaterThan(growing[i - 1]);
            assertThat(growing[i].text()).isGreaterThan(growing[i - 1].text());
            assertThat(growing[i].max(growing[i - 1])).isEqualTo(growing[i]);
            assertThat(Version.parse(growing[i].text())).contains(growing[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1:7:0", "1:0000000007:", "2:0000000007:0", "1:0000000007:A", "1:00000000070:0"})
    void otherTextIsNoVersion(String text) {
        assertThat(Version.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "0:1", "ä", "-1"})
    void positionsAreDigitsAndLowerCaseLetters(String text) {
        assertThatThrownBy(() -> new Position(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
