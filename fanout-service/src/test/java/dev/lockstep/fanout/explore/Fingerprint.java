package dev.lockstep.fanout.explore;

import dev.lockstep.fanout.route.Router;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.WaitingKeyStore;
import dev.lockstep.store.Connector;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A number for the structure of an object graph, the same for graphs that behave alike. It walks fields by reflection:
 * maps and sets whose order means nothing are sorted, lambdas count by class, clocks and wiring are left out.
 * Positions, ticket numbers and epochs count by their rank only, and nonces by first appearance, because nothing asks
 * more of them than order or equality.
 */
final class Fingerprint {
    private static final int POSITIONS = 1;
    private static final int EPOCHS = 2;
    private static final int TIMES = 3;
    private static final int TICKETS = 100;

    /**
     * What is known of a class once.
     *
     * @param wiring true when its objects are left out
     * @param name what its objects count as before their fields
     */
    private record Shape(boolean wiring, String name, Slot[] slots, Map<String, Field> byName) {}

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(
                    isWiring(type),
                    type.isHidden() ? "lambda" : type.getSimpleName(),
                    isOpaque(type) ? new Slot[0] : plan(type),
                    new ConcurrentHashMap<>());
        }
    };

    /** A field to walk. */
    private record Slot(Field field, String where) {}

    private static final List<Class<?>> WIRING = List.of(
            Clock.class,
            Logger.class,
            Signal.class,
            Lock.class,
            Condition.class,
            Duration.class,
            Class.class,
            Connector.class,
            WaitingKeyStore.class,
            Router.class,
            Throwable.class);

    private static final Set<String> WIRING_NAMES =
            Set.of("Limits", "MemoryStore", "KeyCheck", "Lagging", "DeadLetters", "LostPositions");

    /** Fields that name or count something that nobody compares across states. */
    private static final Set<String> LEFT_OUT = Set.of(
            "Gap.id",
            "Run.id",
            "Finding.id",
            "WaitingKey.id",
            "DeadLetter.id",
            "WaitingKey.generation",
            "StateData.lastId",
            "StateData.audits",
            "StateData.revisions",
            "StateData.measurements",
            "StateData.epochs",
            "StateData.waitingIds",
            "StateData.taskIds",
            "Part.applied",
            "Part.expected",
            "Checker.contested",
            "Models.store",
            "Models.parser",
            "Registry.sources",
            "Registry.copies",
            "Checkpoint.savedAt",
            "Checkpoint.committedUpTo",
            "StoredModel.updatedAt");

    private long[] plain = new long[512];
    private int[] domains = new int[512];
    private int size;
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private final Map<String, Integer> nonces = new HashMap<>();

    /** Adds the graph below an object. */
    Fingerprint add(@Nullable Object root) {
        walk(root, "");
        return this;
    }

    /** Adds a number of a stream's log, which counts by its rank. */
    Fingerprint addPosition(long number) {
        ranked(POSITIONS, number);
        return this;
    }

    /** The number; the walk can go on after it. */
    long value() {
        long hash = 0x9E3779B97F4A7C15L;
        Map<Integer, long[]> ranks = new HashMap<>();
        for (int i = 0; i < size; i++) {
            long token = plain[i];
            if (domains[i] != 0) {
                long[] sorted = ranks.computeIfAbsent(domains[i], this::sorted);
                token = Arrays.binarySearch(sorted, token) + 7_000_003L * domains[i];
            }
            hash = mix(hash ^ mix(token + 0x632BE59BD9B4E019L * i));
        }
        return hash;
    }

    private long[] sorted(int domain) {
        long[] values = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (domains[i] == domain) {
                values[count++] = plain[i];
            }
        }
        return Arrays.stream(values, 0, count).sorted().distinct().toArray();
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
        z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return z ^ (z >>> 33);
    }

    private void token(long value) {
        put(value, 0);
    }

    private void ranked(int domain, long value) {
        put(value, domain);
    }

    private void put(long value, int domain) {
        if (size == plain.length) {
            plain = Arrays.copyOf(plain, size * 2);
            domains = Arrays.copyOf(domains, size * 2);
        }
        plain[size] = value;
        domains[size++] = domain;
    }

    private void text(String text) {
        if (text.startsWith("~n")) {
            token(11 + nonces.computeIfAbsent(text, t -> nonces.size()));
        } else if (isPosition(text, 0, text.length())) {
            ranked(POSITIONS, Long.parseLong(text));
        } else if (text.length() > 13 && text.startsWith("1:") && text.charAt(12) == ':') {
            ranked(EPOCHS, Long.parseLong(text.substring(2, 12)));
            text(text.substring(13));
        } else if (text.length() > 17 && isPosition(text, text.length() - 16, text.length())) {
            string(text.substring(0, text.length() - 16));
            ranked(POSITIONS, Long.parseLong(text.substring(text.length() - 16)));
        } else {
            string(text);
        }
    }

    private void string(String text) {
        long hash = 1125899906842597L;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        token(hash);
    }

    private static boolean isPosition(String text, int from, int to) {
        if (to - from != 16) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private void walk(@Nullable Object object, String where) {
        if (object == null) {
            token(1);
        } else if (object instanceof String text) {
            text(text);
        } else if (object instanceof Boolean bool) {
            token(bool ? 3 : 2);
        } else if (object instanceof Number number) {
            token(number.longValue() + 1000);
        } else if (object instanceof Enum<?> constant) {
            string(constant.name());
        } else if (object instanceof Value value) {
            value(value);
        } else if (object instanceof Instant time) {
            if (where.equals("Gap.openedAt") || where.equals("Run.startedAt")) {
                ranked(TIMES, time.toEpochMilli());
            }
        } else if (object instanceof Optional<?> optional) {
            walk(optional.orElse(null), where);
        } else if (object instanceof FieldPath path) {
            path.segments().forEach(this::string);
        } else if (object instanceof SourceKey key) {
            string(key.canonical());
        } else if (object instanceof CopyDefinition definition) {
            string(definition.id());
            token(definition.copy().fields().size());
        } else if (object instanceof Model model) {
            string(model.name().value());
            model.copies().forEach(copy -> token(copy.fields().size()));
        } else if (object instanceof dev.lockstep.registry.Epoch epoch) {
            ranked(EPOCHS, epoch.number());
        } else if (!SHAPES.get(object.getClass()).wiring()) {
            container(object);
        }
    }

    private static boolean isWiring(Class<?> type) {
        return WIRING.stream().anyMatch(wiring -> wiring.isAssignableFrom(type))
                || type.getSimpleName().endsWith("Parts")
                || WIRING_NAMES.contains(type.getSimpleName());
    }

    private static boolean isOpaque(Class<?> type) {
        return type.isHidden() || type.isArray() || type.getName().startsWith("java.");
    }

    private void value(Value value) {
        if (value instanceof Doc doc) {
            token(21 + doc.entries().size());
            sortedByText(doc.entries()).forEach(entry -> {
                string(String.valueOf(entry.getKey()));
                value((Value) entry.getValue());
            });
        } else if (value instanceof Value.Text text) {
            text(text.value());
        } else if (value instanceof Value.Items items) {
            token(41 + items.values().size());
            items.values().forEach(this::value);
        } else {
            string(value.canonical());
        }
    }

    private static List<? extends Map.Entry<?, ?>> sortedByText(Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        if (entries.size() > 1) {
            entries.sort((a, b) -> String.valueOf(a.getKey()).compareTo(String.valueOf(b.getKey())));
        }
        return entries;
    }

    private void container(Object object) {
        if (object instanceof Map<?, ?> map) {
            token(61 + map.size());
            boolean ordered = object instanceof SortedMap || isOrdered(object);
            for (Map.Entry<?, ?> entry : ordered ? map.entrySet() : sortedByText(map)) {
                walk(entry.getKey(), "");
                walk(entry.getValue(), "");
            }
        } else if (object instanceof Collection<?> collection) {
            token(81 + collection.size());
            elements(object, collection).forEach(element -> walk(element, ""));
        } else {
            fields(object);
        }
    }

    /** Insertion order means something for queues only. */
    private static boolean isOrdered(Object map) {
        return map.getClass() == java.util.LinkedHashMap.class;
    }

    private static Collection<?> elements(Object object, Collection<?> collection) {
        boolean unordered =
                object instanceof Set && !(object instanceof SortedSet) && !(object instanceof java.util.LinkedHashSet);
        if (collection.size() < 2 || (!unordered && !(object instanceof PriorityQueue))) {
            return collection;
        }
        List<Object> sorted = new ArrayList<>(collection);
        sorted.sort((a, b) -> String.valueOf(a).compareTo(String.valueOf(b)));
        return sorted;
    }

    private void fields(Object object) {
        Class<?> type = object.getClass();
        Shape shape = SHAPES.get(type);
        string(shape.name());
        if (isOpaque(type)) {
            return;
        }
        if (!type.isRecord()) {
            Integer before = seen.putIfAbsent(object, seen.size());
            if (before != null) {
                token(before);
                return;
            }
        }
        for (Slot slot : shape.slots()) {
            field(object, slot, type);
        }
    }

    private void field(Object object, Slot slot, Class<?> type) {
        Object value = get(object, slot.field());
        switch (slot.where()) {
            case "MemoryChangeStream.delivered" -> ranked(POSITIONS, (Long) nonNull(value));
            case "LowWaterTracker.last" -> ranked(tickets(object), (Long) nonNull(value));
            case "Numbered.number" -> {
                Object tracker = get(object, outer(type));
                ranked(tickets(nonNull(tracker)), (Long) nonNull(value));
                token(((Map<?, ?>) nonNull(read(nonNull(tracker), "open"))).containsKey(value) ? 1 : 0);
            }
            case "LowWaterTracker.open" ->
                ((Map<?, ?>) nonNull(value)).keySet().forEach(number -> ranked(tickets(object), (Long) number));
            case "LowWaterTracker.ends" ->
                ((Collection<?>) nonNull(value)).forEach(end -> {
                    ranked(tickets(object), (Long) nonNull(read(nonNull(end), "last")));
                    walk(read(nonNull(end), "mark"), "");
                });
            case "CapturedVersions.versions" ->
                sortedByText((Map<?, ?>) nonNull(value)).forEach(entry -> {
                    walk(entry.getKey(), "");
                    walk(entry.getValue(), "");
                });
            default -> walk(value, slot.where());
        }
    }

    private int tickets(Object tracker) {
        return TICKETS + seen.computeIfAbsent(tracker, t -> seen.size());
    }

    private static Field outer(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(Field::isSynthetic)
                .peek(field -> field.setAccessible(true))
                .findFirst()
                .orElseThrow();
    }

    private static Object nonNull(@Nullable Object value) {
        return java.util.Objects.requireNonNull(value);
    }

    private static Slot[] plan(Class<?> type) {
        List<Slot> fields = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            if (at.getName().startsWith("java.")) {
                continue;
            }
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.isSynthetic()
                        && !LEFT_OUT.contains(at.getSimpleName() + "." + field.getName())) {
                    field.setAccessible(true);
                    fields.add(new Slot(field, type.getSimpleName() + "." + field.getName()));
                }
            }
        }
        return fields.toArray(Slot[]::new);
    }

    private static @Nullable Object get(Object object, Field field) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A private field's value, for harnesses that must look inside. */
    static @Nullable Object read(Object object, String name) {
        Map<String, Field> known = SHAPES.get(object.getClass()).byName();
        Field field = known.get(name);
        if (field == null) {
            field = declared(object.getClass(), name);
            known.put(name, field);
        }
        return get(object, field);
    }

    private static Field declared(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field candidate : at.getDeclaredFields()) {
                if (candidate.getName().equals(name)) {
                    candidate.setAccessible(true);
                    return candidate;
                }
            }
        }
        throw new IllegalArgumentException("no field " + name + " in " + type);
    }
}
