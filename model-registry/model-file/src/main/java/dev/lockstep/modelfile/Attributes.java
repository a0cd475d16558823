package dev.lockstep.modelfile;

import java.util.List;

/** The attributes of each part of a model file, in the order in which they are written. */
enum Attributes {
    MODEL("lockstep", "model", "description", "owner", "source", "copies"),
    SOURCE("store", "collection", "key", "where", "version", "deletedWhen", "onExpire"),
    COPY(
            "name",
            "store",
            "collection",
            "pointer",
            "find",
            "elements",
            "where",
            "fields",
            "strategy",
            "mode",
            "transaction",
            "onSourceDelete",
            "mark",
            "onMissing",
            "guard",
            "watch",
            "sensitive",
            "slo",
            "repair",
            "writtenBy",
            "reads"),
    FIND("by", "index", "key", "buckets", "from", "via", "elements"),
    VIA("collection", "key", "index"),
    BUCKET("from", "to", "months"),
    PREFIX("beginsWith"),
    ELEMENTS("path", "match"),
    FIELD("template"),
    TRANSACTION("writer"),
    SLO("freshness", "drift"),
    REPAIR("full", "sample"),
    SAMPLE("every", "size"),
    READS("pattern", "perSecond");

    private final List<String> names;

    Attributes(String... names) {
        this.names = List.of(names);
    }

    List<String> names() {
        return names;
    }
}
