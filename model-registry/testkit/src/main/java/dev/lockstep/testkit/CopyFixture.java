package dev.lockstep.testkit;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Filter;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds a copy definition; what is not said has the default of the model file, except that the look-up must be said.
 */
public final class CopyFixture {
    private final String name;
    private final StoreName store;
    private String collection;
    private final List<KeyPattern.Part> pointer = new ArrayList<>();
    private Find find = new Find.Unchosen();
    private @Nullable FieldPath elements;
    private final Map<FieldPath, Value> where = new LinkedHashMap<>();
    private final List<FieldRule> fields = new ArrayList<>();
    private Copy.Strategy strategy = Copy.Strategy.STREAM;
    private Copy.Mode mode = Copy.Mode.ENFORCE;
    private Copy.OnMissing onMissing = Copy.OnMissing.UNSET;
    private boolean watch = true;
    private Copy.OnSourceDelete onSourceDelete = Copy.OnSourceDelete.KEEP;
    private final Map<FieldPath, Value> mark = new LinkedHashMap<>();

    CopyFixture(String name, StoreName store) {
        this.name = name;
        this.store = store;
        this.collection = name;
    }

    /** Sets the collection; the copy's own name at first. */
    public CopyFixture in(String collection) {
        this.collection = collection;
        return this;
    }

    /** Adds a pointer attribute (with elements, relative to the element) that spells a template over key variables. */
    public CopyFixture pointer(String attribute, String template) {
        pointer.add(new KeyPattern.Part(FieldPath.parse(attribute), Template.parse(template)));
        return this;
    }

    /** Finds copies by an index. */
    public CopyFixture byIndex(String index) {
        find = new Find.ByIndex(index);
        return this;
    }

    /** Finds the one copy by its complete key, which is the pointer given so far. */
    public CopyFixture byKey() {
        find = new Find.ByKey(new KeyPattern(pointer), new KeyPattern(List.of()), null, Map.of());
        return this;
    }

    /** Says that the copy sits in elements of this list. */
    public CopyFixture elements(String path) {
        elements = FieldPath.parse(path);
        return this;
    }

    /** Adds an equality to the scope. */
    public CopyFixture where(String path, Value value) {
        where.put(FieldPath.parse(path), value);
        return this;
    }

    /** Registers a field that copies a source path. */
    public CopyFixture field(String target, String source) {
        fields.add(new FieldRule(FieldPath.parse(target), Template.variable(FieldPath.parse(source))));
        return this;
    }

    /** Registers a field made by a template over source paths. */
    public CopyFixture text(String target, String template) {
        fields.add(new FieldRule(FieldPath.parse(target), Template.parse(template)));
        return this;
    }

    /** Sets the strategy; {@code stream} at first. */
    public CopyFixture strategy(Copy.Strategy strategy) {
        this.strategy = strategy;
        return this;
    }

    /** Sets the mode; {@code enforce} at first. */
    public CopyFixture mode(Copy.Mode mode) {
        this.mode = mode;
        return this;
    }

    /** Sets what a field becomes that the source lacks; {@code unset} at first. */
    public CopyFixture onMissing(Copy.OnMissing onMissing) {
        this.onMissing = onMissing;
        return this;
    }

    /** Sets whether the copies are watched; they are at first. */
    public CopyFixture watch(boolean watch) {
        this.watch = watch;
        return this;
    }

    /** Sets what a delete of the source does to its copies; {@code keep} at first. */
    public CopyFixture onSourceDelete(Copy.OnSourceDelete policy) {
        this.onSourceDelete = policy;
        return this;
    }

    /** Sets policy {@code mark} and what it sets. */
    public CopyFixture mark(String path, Value value) {
        mark.put(FieldPath.parse(path), value);
        return onSourceDelete(Copy.OnSourceDelete.MARK);
    }

    Copy build() {
        KeyPattern key = new KeyPattern(pointer);
        return new Copy(
                new CopyName(name),
                new CollectionRef(store, collection),
                key,
                find,
                elements == null ? null : new Elements(elements, key),
                new Filter(where),
                fields,
                strategy,
                mode,
                null,
                onSourceDelete,
                mark,
                onMissing,
                Copy.Guard.VERSION,
                watch,
                Set.of(),
                null,
                null,
                null,
                null);
    }
}
