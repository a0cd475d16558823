package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.Label;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams of changes: order, resuming, filtering, promise P7. */
@NullUnmarked
public abstract class ChangeSourceContract extends ConnectorContract {
    private static final ChangeSource.Now NOW = new ChangeSource.Now();

    @BeforeEach
    final void makeCustomers() {
        needs(Ability.STREAMS);
        fixture.create("customers");
    }

    private ChangeStream customers(ChangeSource.Start start) {
        return Streams.open(connector, "customers", model, start);
    }

    private ChangeStream orders(boolean labels, ChangeSource.Start start) {
        return Streams.open(connector, Map.of("orders", new Interest(orders.watchedCopyPaths(), labels)), start);
    }

    private Doc customer(String id, String name) {
        return record(id, "name", name, "profile", Docs.doc("tier", "gold"), "visits", 1L);
    }

    /** In the order of commits, each with its kind, key and what images the stream carries. */
    @Test
    void deliversChangesInOrder() {
        try (ChangeStream stream = customers(NOW)) {
            fixture.insert("customers", customer("ann", "Ann"));
            set("customers", "ann", "name", "Anna");
            fixture.replace("customers", customer("ann", "Annabel"));
            fixture.delete("customers", id("ann"));

            List<Change> changes = Streams.changes(stream, 4);

            Change.Kind saved =
                    fixture.abilities().contains(Ability.REPLACES) ? Change.Kind.REPLACE : Change.Kind.UPDATE;
            assertThat(changes)
                    .extracting(Change::kind)
                    .containsExactly(Change.Kind.INSERT, Change.Kind.UPDATE, saved, Change.Kind.DELETE);
            assertThat(changes).allSatisfy(change -> {
                assertThat(change.collection()).isEqualTo(new CollectionRef(store, "customers"));
                assertThat(change.key()).isEqualTo(id("ann"));
            });
            assertImages(changes.get(0), null, "Ann");
            assertImages(changes.get(1), "Ann", "Anna");
            assertImages(changes.get(2), "Anna", "Annabel");
            assertImages(changes.get(3), "Annabel", null);
        }
    }

    private static void assertImages(Change change, String before, String after) {
        assertImage(change.before(), before);
        assertImage(change.after(), after);
    }

    private static void assertImage(Doc image, String name) {
        if (image != null) {
            assertThat(name).as("an image of a record that was not there").isNotNull();
            assertThat(image.get(FieldPath.of("name"))).isEqualTo(Docs.text(name));
            assertThat(image.get(FieldPath.parse("profile.tier"))).isEqualTo(Docs.text("gold"));
        }
    }

    /** Positions of one key grow, have one width, and are never equal. */
    @Test
    void positionsOfAKeyGrow() {
        try (ChangeStream stream = customers(NOW)) {
            fixture.insert("customers", customer("ann", "Ann"));
            for (int i = 0; i < 20; i++) {
                set("customers", "ann", "name", "Ann " + i);
            }
            fixture.delete("customers", id("ann"));
            fixture.insert("customers", customer("ann", "Ann"));

            List<Change> changes = Streams.changes(stream, 23);

            for (int i = 1; i < changes.size(); i++) {
                assertThat(changes.get(i).position())
                        .isGreaterThan(changes.get(i - 1).position());
                assertThat(changes.get(i).position().text())
                        .hasSameSizeAs(changes.get(0).position().text());
            }
        }
    }

    /** Of what is watched, documents are flattened to their leaves, lists are not; removals are told. */
    @Test
    void tellsTouchedPathsAsLeaves() {
        needs(Ability.TOUCHED_PATHS);
        fixture.insert("customers", customer("ann", "Ann").with(FieldPath.of("profile", "old"), Docs.value(1L)));
        Set<FieldPath> paths = Set.of(FieldPath.of("name"), FieldPath.of("profile"), FieldPath.of("address"));
        Map<String, Interest> interests = Map.of("customers", new Interest(paths, false));
        try (ChangeStream stream = Streams.open(connector, interests, NOW)) {
            fixture.update(
                    "customers",
                    id("ann"),
                    Map.of(
                            FieldPath.parse("profile.tier"), Docs.value("silver"),
                            FieldPath.of("name"), Docs.items("An", "na"),
                            FieldPath.of("address"), Docs.doc("city", "Ærø", "geo", Docs.doc("lat", "1.5"))),
                    Set.of(FieldPath.parse("profile.old")));

            Change change = Streams.changes(stream, 1).get(0);

            assertThat(change.touched()).isPresent();
            assertThat(change.touched().get().set())
                    .containsEntry(FieldPath.parse("profile.tier"), Docs.value("silver"))
                    .containsEntry(FieldPath.of("name"), Docs.items("An", "na"))
                    .containsEntry(FieldPath.parse("address.city"), Docs.value("Ærø"))
                    .containsEntry(FieldPath.parse("address.geo.lat"), Docs.value("1.5"))
                    .hasSize(4);
            assertThat(change.touched().get().removed()).contains(FieldPath.parse("profile.old"));
        }
    }

    /** A hot unrelated field costs nothing: what no model watches is not delivered. */
    @Test
    void leavesOutUpdatesOfUnwatchedFields() {
        needs(Ability.FILTERED_UPDATES);
        fixture.insert("customers", customer("ann", "Ann"));
        try (ChangeStream stream = customers(NOW)) {
            set("customers", "ann", "visits", 2L);
            set("customers", "ann", "profile.seen", "today");
            set("customers", "ann", "name", "Anna");

            assertThat(Streams.changes(stream, 1).get(0).mayTouch(Set.of(FieldPath.of("name"))))
                    .isTrue();
        }
    }

    /** A write above or below a watched path touches it. */
    @Test
    void deliversUpdatesAboveAndBelowAWatchedPath() {
        fixture.insert("customers", customer("ann", "Ann"));
        try (ChangeStream stream = customers(NOW)) {
            set("customers", "ann", "profile", Docs.doc("tier", "silver"));
            set("customers", "ann", "name", Docs.doc("first", "Ann"));
            set("customers", "ann", "name.first", "Anna");
            fixture.update("customers", id("ann"), Map.of(), Set.of(FieldPath.of("profile")));

            assertThat(Streams.changes(stream, 4))
                    .allSatisfy(change -> assertThat(change.mayTouch(model.watchedSourcePaths()))
                            .isTrue());
        }
    }

    /** Only the collections asked for. */
    @Test
    void leavesOutOtherCollections() {
        fixture.create("others");
        try (ChangeStream stream = customers(NOW)) {
            fixture.insert("others", customer("ann", "Other"));
            fixture.insert("customers", customer("ann", "Ann"));

            assertThat(Streams.changes(stream, 1).get(0).collection().collection())
                    .isEqualTo("customers");
        }
    }

    /** One stream tells of several collections in one order. */
    @Test
    void deliversSeveralCollectionsInOrder() {
        needs(Ability.ONE_STREAM);
        createOrders();
        Map<String, Interest> interests = Map.of(
                "customers", new Interest(model.watchedSourcePaths(), false),
                "orders", new Interest(orders.watchedCopyPaths(), true));
        try (ChangeStream stream = Streams.open(connector, interests, NOW)) {
            fixture.insert("customers", customer("ann", "Ann"));
            fixture.insert("orders", order("o1", "ann"));
            set("customers", "ann", "name", "Anna");

            assertThat(Streams.changes(stream, 3))
                    .extracting(change -> change.collection().collection())
                    .containsExactly("customers", "orders", "customers");
        }
    }

    /** Opening after a point delivers exactly the rest. */
    @Test
    void resumesExactlyAfterAPoint() {
        List<String> names = new ArrayList<>();
        List<ResumePoint> points = new ArrayList<>();
        try (ChangeStream stream = customers(NOW)) {
            for (int i = 0; i < 6; i++) {
                fixture.insert("customers", customer("c" + i, "Name " + i));
            }
            while (names.size() < 6) {
                ChangeStream.Batch batch = stream.poll(1, Duration.ofMillis(200));
                if (!batch.changes().isEmpty()) {
                    names.add(((Change) batch.changes().get(0)).key().canonical());
                    points.add(batch.resumeAfter());
                }
            }
        }
        for (int i = 0; i < 6; i++) {
            fixture.update("customers", id("c" + i), Map.of(FieldPath.of("name"), Docs.text("again " + i)), Set.of());
        }
        for (int i = 0; i < 6; i++) {
            try (ChangeStream stream = customers(new ChangeSource.After(points.get(i)))) {
                List<Change> rest = Streams.changes(stream, 5 - i + 6);

                List<String> expected = new ArrayList<>(names.subList(i + 1, 6));
                expected.addAll(names);
                assertThat(rest)
                        .as("after " + names.get(i))
                        .extracting(change -> change.key().canonical())
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    /** The same change has the same position and key, however often it is delivered. */
    @Test
    void deliversTheSamePositionsAgain() {
        ResumePoint begin;
        List<Change> first;
        try (ChangeStream stream = customers(NOW)) {
            begin = stream.poll(10, Duration.ZERO).resumeAfter();
            fixture.insert("customers", customer("ann", "Ann"));
            set("customers", "ann", "name", "Anna");
            first = Streams.changes(stream, 2);
        }
        try (ChangeStream stream = customers(new ChangeSource.After(begin))) {
            assertThat(Streams.changes(stream, 2))
                    .extracting(Change::position)
                    .containsExactly(first.get(0).position(), first.get(1).position());
        }
    }

    /** A batch holds no more than was asked for; nothing is lost between batches. */
    @Test
    void boundsItsBatches() {
        try (ChangeStream stream = customers(NOW)) {
            for (int i = 0; i < 10; i++) {
                fixture.insert("customers", customer("c" + i, "Name"));
            }
            List<Captured> seen = new ArrayList<>();
            while (seen.size() < 10) {
                List<Captured> batch = stream.poll(3, Duration.ofMillis(200)).changes();
                assertThat(batch).hasSizeLessThanOrEqualTo(3);
                seen.addAll(batch);
            }
            assertThat(seen)
                    .extracting(change -> ((Change) change).key())
                    .containsExactlyElementsOf(java.util.stream.IntStream.range(0, 10)
                            .mapToObj(i -> id("c" + i))
                            .toList());
        }
    }

    /** A stream opened now begins with the first change committed after the call. */
    @Test
    void beginsNow() {
        fixture.insert("customers", customer("before", "Before"));
        try (ChangeStream stream = customers(NOW)) {
            fixture.insert("customers", customer("after", "After"));

            assertThat(Streams.changes(stream, 1).get(0).key()).isEqualTo(id("after"));
        }
    }

    /** P7: what is still served can be read from its beginning. */
    @Test
    void beginsWithTheOldestChange() {
        fixture.insert("customers", customer("ann", "Ann"));
        fixture.insert("customers", customer("bea", "Bea"));
        try (ChangeStream stream = customers(new ChangeSource.Oldest())) {
            assertThat(Streams.changes(stream, 2)).extracting(Change::key).containsExactly(id("ann"), id("bea"));
        }
    }

    /** P7: history that is gone is an error, never a silent restart. */
    @Test
    void saysThatHistoryIsLost() {
        ResumePoint begin;
        try (ChangeStream stream = customers(NOW)) {
            begin = stream.poll(10, Duration.ZERO).resumeAfter();
        }
        fixture.insert("customers", customer("ann", "Ann"));
        assumeThat(fixture.trimHistory()).as("history can be trimmed").isTrue();
        fixture.insert("customers", customer("bea", "Bea"));

        assertFails(StoreException.Kind.HISTORY_LOST, () -> {
            try (ChangeStream stream = customers(new ChangeSource.After(begin))) {
                Streams.captured(stream, 1);
            }
        });
        try (ChangeStream stream = customers(new ChangeSource.Oldest())) {
            assertThat(Streams.changes(stream, 1).get(0).key()).isEqualTo(id("bea"));
        }
    }

    /** The identity is there, and stays. */
    @Test
    void keepsItsIdentity() {
        String identity;
        try (ChangeStream stream = customers(NOW)) {
            identity = stream.identity();
        }
        try (ChangeStream stream = customers(new ChangeSource.Oldest())) {
            assertThat(stream.identity()).isNotBlank().isEqualTo(identity);
        }
    }

    /** Own writes are told with their label, so that they need no read. */
    @Test
    void tellsOwnWritesWithTheirLabel() {
        needs(Ability.COPIES);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        try (ChangeStream stream = orders(true, NOW)) {
            write(event(orders, ANN, at(5), ann("Ann")));
            write(event(orders, ANN, at(6), ann("Anna")));

            for (Change change : Streams.changes(stream, 2)) {
                assertOwn(change);
            }
        }
    }

    private void assertOwn(Change change) {
        FieldPath labelPath = orders.labelPath(fixture.labelPrefix());
        if (change.after() != null) {
            assertThat(Label.parse(change.after().get(labelPath))).isPresent();
        }
        if (change.touched().isPresent()) {
            assertThat(change.touched().get().overlaps(labelPath)).isTrue();
            Map<FieldPath, Value> set = change.touched().get().set();
            Set<FieldPath> removed = change.touched().get().removed();
            assertThat(set).containsKey(labelPath.child("v"));
            Set<FieldPath> own = Set.of(FieldPath.of("customerName"), FieldPath.of("customerTier"), labelPath);
            assertThat(set.keySet()).allMatch(path -> own.stream().anyMatch(path::startsWith));
            assertThat(removed).allMatch(path -> own.stream().anyMatch(path::startsWith));
        }
    }

    /** Somebody touches nothing but a label: whoever watches labels hears of it, nobody else. */
    @Test
    void watchesLabelsOnlyForThoseWhoAsk() {
        needs(Ability.COPIES);
        needs(Ability.FILTERED_UPDATES);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        FieldPath labelPath = orders.labelPath(fixture.labelPrefix());
        try (ChangeStream watching = orders(true, NOW);
                ChangeStream other = orders(false, NOW)) {
            fixture.update("orders", id("o1"), Map.of(labelPath, label(ANN, at(9))), Set.of());
            fixture.update("orders", id("o1"), Map.of(), Set.of(labelPath));
            set("orders", "o1", "total", 13L);
            set("orders", "o1", "customerName", "new");

            assertThat(Streams.changes(watching, 3)).hasSize(3);
            assertThat(Streams.changes(other, 1)).hasSize(1);
        }
    }

    /** A write that changes nothing is no change. */
    @Test
    void tellsNothingOfAWriteThatChangedNothing() {
        needs(Ability.COPIES);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        write(event(orders, ANN, at(5), ann("Ann")));
        try (ChangeStream stream = orders(true, NOW)) {
            write(event(orders, ANN, at(5), ann("Ann")));
            write(event(orders, ANN, at(4), ann("Older")));
            set("orders", "o1", "customerName", "Ann");
            set("orders", "o1", "customerName", "new");

            assertThat(Streams.changes(stream, 1)).hasSize(1);
        }
    }

    /** A quiet collection beside busy ones still moves on. */
    @Test
    void movesOnWhenIdle() {
        needs(Ability.IDLE_RESUME_POINTS);
        fixture.create("others");
        try (ChangeStream stream = customers(NOW)) {
            ResumePoint begin = stream.poll(10, Duration.ZERO).resumeAfter();
            fixture.insert("others", customer("ann", "Other"));
            ResumePoint later = begin;
            for (int i = 0; i < 100 && later.equals(begin); i++) {
                ChangeStream.Batch batch = stream.poll(10, Duration.ofMillis(100));
                assertThat(batch.changes()).isEmpty();
                later = batch.resumeAfter();
            }
            assertThat(later).isNotEqualTo(begin);
            fixture.insert("customers", customer("ann", "Ann"));
            try (ChangeStream resumed = customers(new ChangeSource.After(later))) {
                assertThat(Streams.changes(resumed, 1).get(0).key()).isEqualTo(id("ann"));
            }
        }
    }

    /** A dropped collection is told, with its name. */
    @Test
    void tellsThatACollectionIsLost() {
        needs(Ability.LOST_COLLECTIONS);
        fixture.insert("customers", customer("ann", "Ann"));
        try (ChangeStream stream = customers(NOW)) {
            fixture.drop("customers");

            List<Captured> seen = new ArrayList<>();
            while (seen.stream().noneMatch(CollectionLost.class::isInstance)) {
                seen.addAll(Streams.captured(stream, 1));
            }
            assertThat(seen)
                    .filteredOn(CollectionLost.class::isInstance)
                    .singleElement()
                    .satisfies(lost -> assertThat(((CollectionLost) lost).collection())
                            .isEqualTo(new CollectionRef(store, "customers")));
        }
    }

    /** P5: images and touched values are typed exactly. */
    @Test
    void keepsTypesExactly() {
        fixture.insert("customers", customer("ann", "Ann"));
        try (ChangeStream stream = customers(NOW)) {
            int i = 0;
            for (Value value : fixture.exactValues()) {
                fixture.insert("customers", record("c" + i++, "name", value));
            }
            List<Change> changes = Streams.changes(stream, i);
            for (int n = 0; n < i; n++) {
                Doc after = changes.get(n).after();
                if (after != null) {
                    assertThat(after.get(FieldPath.of("name")))
                            .isEqualTo(fixture.exactValues().get(n));
                }
            }
        }
    }

    /** A poll without a wait comes back at once, a stream of a closed connector ends with TRANSIENT. */
    @Test
    void endsWithItsConnector() {
        ChangeStream stream = customers(NOW);
        assertThat(stream.poll(10, Duration.ZERO).changes()).isEmpty();
        connector.close();

        assertFails(StoreException.Kind.TRANSIENT, () -> stream.poll(10, Duration.ofMillis(100)));
        stream.close();
    }
}
