package dev.lockstep.modelfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Turns text into nodes, token by token: nothing is instantiated by name, aliases are never followed, and every name
 * that is written twice is reported.
 */
final class NodeReader {
    /** Characters that a model file may have. */
    static final int LONGEST_DOCUMENT = 1_000_000;

    /** How many maps and lists may lie inside each other. */
    static final int DEEPEST = 64;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxNameLength(LONGEST_DOCUMENT)
            .maxStringLength(LONGEST_DOCUMENT)
            .maxNumberLength(400)
            .build();
    private static final TokenStreamFactory JSON =
            JsonFactory.builder().streamReadConstraints(LIMITS).build();
    private static final TokenStreamFactory YAML =
            YAMLFactory.builder().streamReadConstraints(LIMITS).build();

    private final Problems problems;
    private final JsonParser tokens;

    private NodeReader(Problems problems, JsonParser tokens) {
        this.problems = problems;
        this.tokens = tokens;
    }

    /** The document, or {@code null} when it could not be read; the problems say why. */
    static @Nullable Node read(String text, Format format, Problems problems) {
        if (text.length() > LONGEST_DOCUMENT) {
            problems.error(
                    At.ROOT,
                    "document-too-large",
                    "The document has " + text.length() + " characters; a model has at most " + LONGEST_DOCUMENT + ".",
                    "Register several models instead of one.");
            return null;
        }
        TokenStreamFactory factory = format == Format.JSON ? JSON : YAML;
        try (JsonParser tokens = factory.createParser(ObjectReadContext.empty(), text)) {
            return new NodeReader(problems, tokens).document();
        } catch (StreamConstraintsException e) {
            problems.error(
                    At.ROOT,
                    "document-too-deep",
                    "The document has more than " + DEEPEST + " maps and lists inside each other, or a number of more"
                            + " than 400 digits" + line(e.getLocation()) + ".",
                    "A model needs at most 6 levels.");
            return null;
        } catch (JacksonException e) {
            problems.error(
                    At.ROOT,
                    "syntax",
                    "This is not " + format + line(e.getLocation()) + ": " + Shown.of(firstLine(e.getOriginalMessage()))
                            + ".",
                    "Check quotes, brackets and indentation there.");
            return null;
        }
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "" : message.lines().findFirst().orElse("").strip();
    }

    private static String line(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private @Nullable Node document() {
        if (tokens.nextToken() == null) {
            problems.error(
                    At.ROOT, "empty", "The document is empty.", "Start with \"lockstep: 1\" and \"model: NAME\".");
            return null;
        }
        Node root = value(At.ROOT);
        if (tokens.nextToken() != null) {
            problems.error(
                    At.ROOT,
                    "several-documents",
                    "There is more after the model" + line(tokens.currentTokenLocation()) + ".",
                    "Write one model per file or request.");
        }
        return root;
    }

    private Node value(At at) {
        refuseYamlReferences(at);
        JsonToken token = tokens.currentToken();
        return switch (token) {
            case START_OBJECT -> fields(at);
            case START_ARRAY -> items(at);
            case VALUE_STRING -> new Node.Text(tokens.getString());
            case VALUE_NUMBER_INT -> new Node.Whole(tokens.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> new Node.Fraction(tokens.getDoubleValue());
            case VALUE_TRUE -> new Node.Truth(true);
            case VALUE_FALSE -> new Node.Truth(false);
            default -> new Node.Nothing();
        };
    }

    private Node fields(At at) {
        Map<String, Node> members = new LinkedHashMap<>();
        while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = tokens.currentName();
            At here = at.child(name);
            if (members.containsKey(name)) {
                problems.error(
                        here,
                        "duplicate-attribute",
                        "\"" + Shown.of(name) + "\" is written twice" + line(tokens.currentTokenLocation()) + ".",
                        "Remove one of the two.");
            }
            tokens.nextToken();
            members.putIfAbsent(name, value(here));
        }
        return new Node.Fields(members);
    }

    private Node items(At at) {
        List<Node> items = new ArrayList<>();
        while (tokens.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(at.index(items.size())));
        }
        return new Node.Items(items);
    }

    private void refuseYamlReferences(At at) {
        if (!(tokens instanceof YAMLParser yaml)) {
            return;
        }
        if (yaml.isCurrentAlias() || yaml.getObjectId() != null) {
            problems.error(
                    at,
                    "yaml-alias",
                    "YAML anchors (&) and aliases (*) are not taken" + line(tokens.currentTokenLocation()) + ".",
                    "Write the value out; text that begins with & or * needs quotes.");
        }
        if (yaml.getTypeId() != null) {
            problems.error(
                    at,
                    "yaml-tag",
                    "YAML tags (!) are not taken" + line(tokens.currentTokenLocation()) + ".",
                    "Remove the tag; text that begins with ! needs quotes.");
        }
    }
}
