package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How an update was written, which decides how a change stream describes it. */
final class UpdateStyle {
    private static final Set<String> APPENDING = Set.of("$push", "$addToSet");

    private final Kind kind;
    private final List<List<String>> whole = new ArrayList<>();
    private final List<List<String>> appended = new ArrayList<>();

    private UpdateStyle(Kind kind) {
        this.kind = kind;
    }

    static UpdateStyle replacement() {
        return new UpdateStyle(Kind.REPLACEMENT);
    }

    static UpdateStyle pipeline() {
        return new UpdateStyle(Kind.PIPELINE);
    }

    static UpdateStyle operators(Document update) {
        UpdateStyle style = new UpdateStyle(Kind.OPERATORS);
        for (Map.Entry<String, Object> operator : update.entrySet()) {
            if (operator.getValue() instanceof Document paths) {
                List<List<String>> target = APPENDING.contains(operator.getKey()) ? style.appended : style.whole;
                paths.keySet().forEach(path -> target.add(List.of(path.split("\\.", -1))));
            }
        }
        return style;
    }

    boolean isReplacement() {
        return kind == Kind.REPLACEMENT;
    }

    boolean isPipeline() {
        return kind == Kind.PIPELINE;
    }

    /** Whether an operator gave exactly this path its value, which is then reported whole. */
    boolean setsWhole(List<String> path) {
        return whole.stream().anyMatch(pattern -> fits(pattern, path));
    }

    boolean appendsTo(List<String> path) {
        return appended.stream().anyMatch(pattern -> fits(pattern, path));
    }

    private static boolean fits(List<String> pattern, List<String> path) {
        if (pattern.size() != path.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            String part = pattern.get(i);
            if (!part.startsWith("$") && !part.equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    private enum Kind {
        REPLACEMENT,
        OPERATORS,
        PIPELINE
    }
}
