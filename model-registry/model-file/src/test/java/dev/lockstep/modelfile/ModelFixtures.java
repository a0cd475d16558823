package dev.lockstep.modelfile;

import dev.lockstep.registry.Model;

/** Short models for tests. */
final class ModelFixtures {
    private ModelFixtures() {}

    static Model parse(String yaml) {
        ParsedModel parsed = ModelFile.parse(yaml, Format.YAML);
        return parsed.valid()
                .orElseThrow(() -> new AssertionError(parsed.problems().toString()));
    }

    /** One copy definition: {@code from.source → to.target}. */
    static Model copying(String name, String from, String source, String to, String target) {
        return parse("""
                model: %s
                source: {store: shop, collection: %s, key: {id: _id}}
                copies:
                  - {name: copy, collection: %s, pointer: {%sId: id}, fields: {%s: %s}, strategy: stream}
                """.formatted(name, from, to, from, target, source));
    }
}
