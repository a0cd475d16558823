package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.IndexSpec;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An empty in-memory store. */
final class MemoryFixture implements ConnectorFixture {
    private final MemoryStore store = new MemoryStore(Models.SHOP, new ManualClock());
    private final Connector connector;

    MemoryFixture(Images images, MemorySettings settings) {
        store.images(images);
        connector = new InMemoryConnector(store, settings);
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public void create(String collection, IndexSpec... indexes) {
        store.create(
                collection,
                Arrays.stream(indexes)
                        .map(index -> new MemoryIndex(index.name(), index.paths(), index.unique()))
                        .toArray(MemoryIndex[]::new));
    }

    @Override
    public void insert(String collection, Doc record) {
        store.insert(collection, record);
    }

    @Override
    public void update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset) {
        store.update(collection, key, set, unset);
    }

    @Override
    public void replace(String collection, Doc record) {
        store.replace(collection, record);
    }

    @Override
    public void delete(String collection, RecordKey key) {
        store.delete(collection, key);
    }

    @Override
    public Optional<Doc> find(String collection, RecordKey key) {
        return store.find(collection, key);
    }

    @Override
    public void dropIndex(String collection, String index) {
        store.dropIndex(collection, index);
    }

    @Override
    public void drop(String collection) {
        store.drop(collection);
    }

    @Override
    public boolean trimHistory() {
        store.forgetHistory();
        return true;
    }

    @Override
    public List<Value> exactValues() {
        List<Value> values = new ArrayList<>(ConnectorFixture.super.exactValues());
        values.add(new Value.Decimal(new BigDecimal("1.00")));
        values.add(new Value.Native("objectId", "6a0c1f2e3d4b5a6978877665"));
        values.add(Docs.value(Double.NaN));
        values.add(Docs.value(-0.0));
        return values;
    }

    @Override
    public void close() {}
}
