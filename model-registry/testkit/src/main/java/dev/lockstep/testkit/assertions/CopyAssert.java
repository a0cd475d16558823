package dev.lockstep.testkit.assertions;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** What a copy holds: registered fields and its label. */
public final class CopyAssert extends AbstractAssert<CopyAssert, Doc> {
    private final FieldPath labelPath;

    CopyAssert(@Nullable Doc copy, CopyDefinition definition, String labelPrefix) {
        super(copy, CopyAssert.class);
        this.labelPath = definition.labelPath(labelPrefix);
    }

    /** The field at this written path holds this value, exactly; plain Java values as in {@link Docs#value}. */
    public CopyAssert has(String path, @Nullable Object value) {
        Value found = get(FieldPath.parse(path));
        if (!Objects.equals(found, Docs.value(value))) {
            failWithMessage("Expected %s to be <%s> but it was <%s> in <%s>", path, value, found, actual);
        }
        return this;
    }

    /** There is nothing at this written path, not even null. */
    public CopyAssert lacks(String path) {
        Value found = get(FieldPath.parse(path));
        if (found != null) {
            failWithMessage("Expected %s to be missing but it was <%s>", path, found);
        }
        return this;
    }

    /** The label is that of this key at this version, with or without a nonce. */
    public CopyAssert isLabelled(SourceKey key, Version version) {
        Label label = label().orElse(null);
        if (label == null || !label.isOf(key) || !label.version().equals(version.text())) {
            failWithMessage("Expected the label of %s at %s but it was <%s>", key, version, get(labelPath));
        }
        return this;
    }

    /** The label is exactly this one. */
    public CopyAssert isLabelled(Label expected) {
        if (!Objects.equals(get(labelPath), expected.toDoc())) {
            failWithMessage("Expected the label <%s> but it was <%s>", expected.toDoc(), get(labelPath));
        }
        return this;
    }

    /** There is no label, not even a malformed one. */
    public CopyAssert isNotLabelled() {
        Value found = get(labelPath);
        if (found != null) {
            failWithMessage("Expected no label but it was <%s>", found);
        }
        return this;
    }

    private Optional<Label> label() {
        return Label.parse(get(labelPath));
    }

    private @Nullable Value get(FieldPath path) {
        isNotNull();
        return actual.get(path);
    }
}
