package dev.lockstep.modelfile;

/** The two ways to write a model down; their structure is the same. */
public enum Format {
    /** YAML 1.2, one document, without anchors, aliases and tags. */
    YAML,
    /** JSON as in RFC 8259. */
    JSON
}
