package dev.lockstep.registry;

/**
 * A collection or table of a configured store.
 *
 * @param store the store's configured name
 * @param collection the collection's name, exactly as the store spells it
 */
public record CollectionRef(StoreName store, String collection) {
    @Override
    public String toString() {
        return store + "/" + collection;
    }
}
