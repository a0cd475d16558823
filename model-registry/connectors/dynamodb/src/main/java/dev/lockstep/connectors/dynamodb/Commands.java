package dev.lockstep.connectors.dynamodb;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.value.FieldPath;

/** Commands for people, complete. */
final class Commands {
    private Commands() {}

    /** Makes the index that finds the copies; empty where they are found by the primary key. */
    static String createIndex(CopyDefinition definition) {
        if (!(definition.copy().find() instanceof Find.ByIndex find)) {
            return "";
        }
        String attribute = definition.copy().pointer().attributes().stream()
                .findFirst()
                .map(FieldPath::head)
                .orElse("");
        return "Create it: aws dynamodb update-table --table-name "
                + definition.copy().at().collection() + " --attribute-definitions AttributeName=" + attribute
                + ",AttributeType=S --global-secondary-index-updates '[{\"Create\":{\"IndexName\":\"" + find.index()
                + "\",\"KeySchema\":[{\"AttributeName\":\"" + attribute
                + "\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}}]'";
    }

    static String enableStream(String table) {
        return "aws dynamodb update-table --table-name " + table
                + " --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES";
    }

    static String disableStream(String table) {
        return "aws dynamodb update-table --table-name " + table + " --stream-specification StreamEnabled=false";
    }
}
