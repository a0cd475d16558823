package dev.lockstep.fanout.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.fanout.settings.LockstepProperties;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/** The configuration's document holds what the code has, with the same defaults. */
class ConfigurationDocTest {
    private static final String DOCUMENT = Repository.read("docs/configuration.md");

    @Test
    void holdsEveryPropertyWithItsDefault() throws ClassNotFoundException {
        Map<String, String> code = new TreeMap<>();
        collect("lockstep", LockstepProperties.class, code);
        collect("lockstep.state", Class.forName("dev.lockstep.state.jdbc.StateProperties"), code);
        code.remove("lockstep.stores");
        assertThat(documented()).isEqualTo(code);
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> into) {
        for (RecordComponent component : type.getRecordComponents()) {
            Name other = parameter(type, component).getAnnotation(Name.class);
            String name = prefix + "." + (other == null ? kebab(component.getName()) : other.value());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), into);
            } else {
                into.put(name, defaultOf(type, component));
            }
        }
    }

    private static String defaultOf(Class<?> type, RecordComponent component) {
        DefaultValue value = parameter(type, component).getAnnotation(DefaultValue.class);
        return value == null ? "none" : String.join(",", value.value());
    }

    /** Spring's annotations are on the parameter of the constructor, not on the component. */
    private static Parameter parameter(Class<?> type, RecordComponent component) {
        int index = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList()
                .indexOf(component.getName());
        return type.getDeclaredConstructors()[0].getParameters()[index];
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
    }

    private static Map<String, String> documented() {
        Map<String, String> found = new TreeMap<>();
        rows("lockstep\\.[a-z.-]+").forEach(found::put);
        return found;
    }

    private static Map<String, String> rows(String name) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String row : Repository.all("^(\\| `" + name + "` \\|.*)$", DOCUMENT)) {
            List<String> cells =
                    Arrays.stream(row.split("\\|")).map(String::strip).toList();
            found.put(cells.get(1).replace("`", ""), cells.get(2).replace("`", ""));
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"mongodb, MongoSettings", "dynamodb, DynamoSettings"})
    void holdsEverySettingOfAConnector(String kind, String settings) {
        String code = Repository.read("model-registry/connectors/" + kind + "/src/main/java/dev/lockstep/connectors/"
                + kind + "/" + settings + ".java");
        TreeSet<String> known = new TreeSet<>(Repository.all(
                "\"([a-z-]+)\"",
                code.substring(code.indexOf("KNOWN = "), code.indexOf(";", code.indexOf("KNOWN = ")))));
        int begin = DOCUMENT.indexOf("## A store of kind `" + kind + "`");
        String section = DOCUMENT.substring(begin, DOCUMENT.indexOf("\n## ", begin + 1));
        assertThat(known).isNotEmpty();
        assertThat(new TreeSet<>(Repository.all("^\\| `([a-z-]+)` \\|", section)))
                .isEqualTo(known);
        for (String name : known) {
            Repository.all("duration\\(\"" + name + "\", Duration.ofSeconds\\((\\d+)\\)", code)
                    .forEach(seconds -> assertThat(section).contains("| `" + name + "` | `" + seconds + "s` |"));
        }
    }
}
