package dev.lockstep.modelfile;

import dev.lockstep.registry.FieldRule;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the registered fields of a copy. */
final class FieldsReader {
    private final Problems problems;
    private final Paths paths;

    FieldsReader(Problems problems) {
        this.problems = problems;
        this.paths = new Paths(problems);
    }

    /** The fields; empty after a report. */
    List<FieldRule> fields(Section copy) {
        copy.require("fields", "Name each copy field with the source field that it repeats.");
        Node.Fields map = copy.map("fields", "copy paths and the source paths or templates that they repeat");
        List<FieldRule> fields = new ArrayList<>();
        if (map == null) {
            return fields;
        }
        map.members().forEach((name, node) -> {
            At here = copy.at("fields").child(name);
            FieldPath target = paths.ownPath(here, name);
            Template from = from(here, node);
            if (target != null && from != null) {
                fields.add(new FieldRule(target, from));
            }
        });
        paths.refuseOverlaps(
                copy.at("fields"), fields.stream().map(FieldRule::target).toList());
        return fields;
    }

    private @Nullable Template from(At at, Node node) {
        if (node instanceof Node.Text text) {
            return plain(at, text.value());
        }
        if (!(node instanceof Node.Fields map)) {
            Section.wrongType(problems, at, node, "a source path, or {template: \"{name} ({tier})\"}");
            return null;
        }
        Section section = Section.of(problems, at, node, Attributes.FIELD);
        if (section == null || !section.has("template")) {
            if (section != null && map.members().isEmpty()) {
                section.require("template", "Write {template: \"{name} ({tier})\"}.");
            }
            return null;
        }
        String text = section.name("template");
        Template template = text == null ? null : paths.template(section.at("template"), text);
        if (template != null && template.variables().isEmpty()) {
            problems.error(
                    section.at("template"),
                    "constant-field",
                    "This template has no variable: a constant is no copy of anything.",
                    "Name a source path in braces.");
            return null;
        }
        return template;
    }

    private @Nullable Template plain(At at, String text) {
        if (Paths.hasVariable(text)) {
            problems.error(
                    at,
                    "template-without-template",
                    "\"" + Shown.of(text) + "\" has braces, but a source path is taken as it is written.",
                    "Write {template: \"" + Shown.of(text) + "\"}.");
            return null;
        }
        FieldPath path = paths.path(at, text);
        return path == null ? null : Template.variable(path);
    }

    /** The fields whose values are masked; each must be registered. */
    Set<FieldPath> sensitive(Section copy, List<FieldRule> fields) {
        Node node = copy.node("sensitive");
        Set<FieldPath> sensitive = new LinkedHashSet<>();
        if (node instanceof Node.Items items) {
            for (int i = 0; i < items.items().size(); i++) {
                At here = copy.at("sensitive").index(i);
                FieldPath path = paths.path(here, items.items().get(i), "a registered field");
                if (path != null && isRegistered(here, path, fields)) {
                    sensitive.add(path);
                }
            }
        } else if (node != null) {
            Section.wrongType(problems, copy.at("sensitive"), node, "a list of registered fields");
        }
        return sensitive;
    }

    private boolean isRegistered(At at, FieldPath path, List<FieldRule> fields) {
        List<String> known =
                fields.stream().map(field -> field.target().toString()).toList();
        if (known.contains(path.toString())) {
            return true;
        }
        problems.error(
                at,
                "unknown-field",
                "\"" + Shown.of(path.toString()) + "\" is no registered field of this copy.",
                Nearest.to(path.toString(), known)
                        .map(meant -> "Did you mean \"" + meant + "\"?")
                        .orElse("Name a field of \"fields\"."));
        return false;
    }
}
