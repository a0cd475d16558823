package dev.lockstep.testkit;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Builds a model whose source and copies are in one store. */
public final class ModelFixture {
    private final String name;
    private final StoreName store;
    private final String collection;
    private final List<KeyPattern.Part> key = new ArrayList<>();
    private final Map<FieldPath, Value> where = new LinkedHashMap<>();
    private final List<Copy> copies = new ArrayList<>();

    ModelFixture(String name, StoreName store, String collection) {
        this.name = name;
        this.store = store;
        this.collection = collection;
    }

    /** Adds a key attribute of the source that spells a template over key variables. */
    public ModelFixture key(String attribute, String template) {
        key.add(new KeyPattern.Part(FieldPath.parse(attribute), Template.parse(template)));
        return this;
    }

    /** Adds an equality to the filter of sources. */
    public ModelFixture where(String path, Value value) {
        where.put(FieldPath.parse(path), value);
        return this;
    }

    /** Adds a copy definition. */
    public ModelFixture copy(String copyName, Consumer<CopyFixture> setup) {
        CopyFixture copy = new CopyFixture(copyName, store);
        setup.accept(copy);
        copies.add(copy.build());
        return this;
    }

    /** The model. */
    public Model build() {
        Source source = new Source(
                new CollectionRef(store, collection),
                new KeyPattern(key),
                new Filter(where),
                null,
                Filter.all(),
                Source.OnExpire.DELETE);
        return new Model(new ModelName(name), null, null, source, copies);
    }

    /** The model, active in its first revision with this epoch. */
    public ActiveModel active(long epoch) {
        return new ActiveModel(build(), 1, new Epoch(epoch), ModelState.ACTIVE);
    }
}
