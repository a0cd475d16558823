package dev.lockstep.fanout.watch;

import dev.lockstep.change.Change;
import dev.lockstep.change.Label;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Elements;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rule of production (R3): inserts, whole saves, pointer moves and every change of a registered field or label are
 * checked, except a write of our own. A write is our own when it touches registered fields of this copy definition and
 * its label and nothing else that is registered, the label is in the change, and it moved forward. Whether it moved
 * forward can be told only where the stream carries the record before; elsewhere it is taken to have. A record that the
 * change left as no copy is ignored, where the stream carries it: what makes a copy of it is a change of its own.
 */
final class OwnWriteRule implements WatchRule {
    private final WatchedPaths.Cache paths;

    OwnWriteRule(String labelPrefix) {
        this.paths = new WatchedPaths.Cache(labelPrefix);
    }

    @Override
    public Decision decide(Change change, CopyDefinition definition) {
        if (change.kind().isRemoval()) {
            return Decision.IGNORE;
        }
        Doc after = change.after();
        if (after != null && !definition.includes(after)) {
            return Decision.IGNORE;
        }
        if (change.kind() == Change.Kind.INSERT) {
            return Decision.CHECK_NEW;
        }
        if (change.kind() == Change.Kind.REPLACE || change.touched().isEmpty()) {
            return Decision.CHECK_FOREIGN;
        }
        return decide(change, change.touched().get(), paths.of(definition));
    }

    private static Decision decide(Change change, Change.Touched touched, WatchedPaths paths) {
        if (paths.watched().stream().noneMatch(touched::overlaps)) {
            return Decision.IGNORE;
        }
        Elements elements = paths.definition().copy().elements();
        if (elements != null) {
            return isOwnInElements(touched, paths, elements) ? Decision.OWN_WRITE : Decision.CHECK_FOREIGN;
        }
        if (isOwn(change, touched, paths)) {
            return Decision.OWN_WRITE;
        }
        return paths.moving().stream().anyMatch(touched::overlaps) ? Decision.CHECK_NEW : Decision.CHECK_FOREIGN;
    }

    private static boolean isOwn(Change change, Change.Touched touched, WatchedPaths paths) {
        FieldPath label = paths.label();
        boolean labelSet = touched.set().keySet().stream().anyMatch(path -> path.startsWith(label));
        boolean nothingElse = Stream.concat(touched.set().keySet().stream(), touched.removed().stream())
                .allMatch(path ->
                        path.startsWith(label) || paths.written().stream().anyMatch(path::startsWith));
        return labelSet && nothingElse && movedForward(change, label, labelOf(touched, label));
    }

    private static Optional<Label> labelOf(Change.Touched touched, FieldPath label) {
        Doc set = Doc.empty();
        for (Map.Entry<FieldPath, Value> entry : touched.set().entrySet()) {
            set = set.with(entry.getKey(), entry.getValue());
        }
        return Label.parse(set.get(label));
    }

    private static boolean movedForward(Change change, FieldPath path, Optional<Label> now) {
        Doc before = change.before();
        Doc after = change.after();
        Optional<Label> then = before == null ? Optional.empty() : Label.parse(before.get(path));
        Optional<Label> present = after == null ? now : Label.parse(after.get(path));
        if (before == null || then.isEmpty() || present.isEmpty()) {
            return before == null || present.isPresent();
        }
        if (!then.get().source().equals(present.get().source())) {
            return true;
        }
        int order = present.get().version().compareTo(then.get().version());
        return order > 0 || (order == 0 && hasNewNonce(then.get(), present.get()));
    }

    private static boolean hasNewNonce(Label then, Label now) {
        @Nullable String nonce = now.nonce();
        return nonce != null && !nonce.equals(then.nonce());
    }

    private static Set<FieldPath> allPaths(Change.Touched touched) {
        Set<FieldPath> all = new HashSet<>(touched.set().keySet());
        all.addAll(touched.removed());
        return all;
    }

    /**
     * Paths inside an array spell the element's number: {@code items.0.productName}; every element touched has its
     * label.
     */
    private static boolean isOwnInElements(Change.Touched touched, WatchedPaths paths, Elements elements) {
        FieldPath label = paths.label();
        List<FieldPath> fields = paths.written();
        Set<String> touchedElements = new HashSet<>();
        Set<String> labelled = new HashSet<>();
        for (FieldPath path : allPaths(touched)) {
            List<String> inside = inside(path, elements);
            if (inside.size() < 2) {
                if (path.overlaps(elements.path())) {
                    return false;
                }
                continue;
            }
            FieldPath inElement = new FieldPath(inside.subList(1, inside.size()));
            boolean isLabel = inElement.startsWith(label);
            if (!isLabel && fields.stream().noneMatch(inElement::startsWith)) {
                if (fields.stream().anyMatch(inElement::overlaps)
                        || label.startsWith(inElement)
                        || isPointer(paths.definition(), inElement)) {
                    return false;
                }
                continue;
            }
            touchedElements.add(inside.get(0));
            if (isLabel && touched.set().containsKey(path)) {
                labelled.add(inside.get(0));
            }
        }
        return labelled.containsAll(touchedElements);
    }

    private static boolean isPointer(CopyDefinition definition, FieldPath inElement) {
        return definition.copy().pointer().attributes().stream().anyMatch(inElement::overlaps);
    }

    private static List<String> inside(FieldPath path, Elements elements) {
        return path.startsWith(elements.path())
                ? new ArrayList<>(path.segments()
                        .subList(
                                elements.path().segments().size(),
                                path.segments().size()))
                : List.of();
    }
}
