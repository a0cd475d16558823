package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Model;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What differs between two revisions of a model. Copy definitions are compared by name, maps whatever their order. */
public final class ModelDiff {
    /**
     * One changed attribute.
     *
     * @param path such as {@code copies[orders].fields.customerName}
     * @param before its former value as JSON, empty when it was not there
     * @param after its value as JSON, empty when it is not there any more
     */
    public record Line(String path, String before, String after) {
        /** The line for people: {@code path: before → after}. */
        @Override
        public String toString() {
            return path + ": " + (before.isEmpty() ? "(none)" : before) + " → " + (after.isEmpty() ? "(none)" : after);
        }
    }

    private ModelDiff() {}

    /** One line per attribute that differs, in the order of the file; a default counts as absent. */
    public static List<Line> between(Model before, Model after) {
        Map<String, String> old = flat(before);
        Map<String, String> now = flat(after);
        Set<String> paths = new LinkedHashSet<>(old.keySet());
        paths.addAll(now.keySet());
        List<Line> lines = new ArrayList<>();
        for (String path : paths) {
            Line line = new Line(path, old.getOrDefault(path, ""), now.getOrDefault(path, ""));
            if (!line.before().equals(line.after())) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static Map<String, String> flat(Model model) {
        Map<String, String> flat = new LinkedHashMap<>();
        JsonNode node = ModelWriter.node(model);
        node.properties().forEach(entry -> {
            if (!entry.getKey().equals("copies")) {
                flatten(At.ROOT.child(entry.getKey()), entry.getValue(), flat);
            }
        });
        for (int i = 0; i < model.copies().size(); i++) {
            At at = new At("copies[" + model.copies().get(i).name() + "]");
            flatten(at, node.get("copies").get(i), flat);
        }
        return flat;
    }

    private static void flatten(At at, JsonNode node, Map<String, String> flat) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties().forEach(entry -> flatten(at.child(entry.getKey()), entry.getValue(), flat));
        } else {
            flat.put(at.path(), node.toString());
        }
    }

    /**
     * True when labels written under {@code before} say nothing under {@code after} (rule R6): the source, a key,
     * pointer, find, where or field changed, or what a missing field becomes, or the set of copy definitions.
     */
    public static boolean raisesEpoch(Model before, Model after) {
        return !source(before).equals(source(after)) || !copies(before).equals(copies(after));
    }

    private static List<Object> source(Model model) {
        return List.of(
                model.source().at(),
                parts(model.source().key()),
                model.source().where(),
                String.valueOf(model.source().version()),
                model.source().deletedWhen());
    }

    private static Map<CopyName, List<Object>> copies(Model model) {
        return model.copies().stream().collect(Collectors.toMap(Copy::name, ModelDiff::content));
    }

    private static List<Object> content(Copy copy) {
        Map<FieldPath, Template> fields =
                copy.fields().stream().collect(Collectors.toMap(FieldRule::target, FieldRule::from));
        return List.of(
                copy.at(),
                parts(copy.pointer()),
                copy.find(),
                String.valueOf(copy.elements()),
                copy.where(),
                fields,
                copy.onMissing());
    }

    private static Set<KeyPattern.Part> parts(KeyPattern pattern) {
        return new HashSet<>(pattern.parts());
    }
}
