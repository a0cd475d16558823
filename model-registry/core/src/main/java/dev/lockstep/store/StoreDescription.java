package dev.lockstep.store;

import java.util.List;

/**
 * What a store says about itself.
 *
 * @param product product and version, such as {@code MongoDB 7.0.5}
 * @param imitation true when the server is a stand-in and not the real product: said wherever results are shown
 * @param supported false when the version is not one that is supported
 * @param address where it is, without credentials
 * @param missingRights one line for each right that is missing, naming the right, the object and the command that
 *     grants it
 */
public record StoreDescription(
        String product, boolean imitation, boolean supported, String address, List<String> missingRights) {
    public StoreDescription {
        missingRights = List.copyOf(missingRights);
    }
}
