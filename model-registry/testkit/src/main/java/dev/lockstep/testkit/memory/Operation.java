package dev.lockstep.testkit.memory;

/** The calls of the connector SPI, as fault injection names them. */
public enum Operation {
    /** {@code Connector.describe}. */
    DESCRIBE,
    /** {@code ChangeSource.partitions}. */
    PARTITIONS,
    /** {@code ChangeSource.open}. */
    OPEN,
    /** {@code ChangeStream.poll}. */
    POLL,
    /** {@code ChangeStream.acknowledge}. */
    ACKNOWLEDGE,
    /** {@code RecordReader.read}. */
    READ_SOURCES,
    /** {@code RecordReader.scan}. */
    SCAN_SOURCES,
    /** {@code CopyStore.write}. */
    WRITE_COPIES,
    /** {@code CopyStore.find}. */
    FIND_COPIES,
    /** {@code CopyStore.read}. */
    READ_COPIES,
    /** {@code CopyStore.check}. */
    CHECK_COPIES,
    /** {@code CopyStore.scan}. */
    SCAN_COPIES,
    /** {@code CopyStore.sample}. */
    SAMPLE_COPIES,
    /** Any call of {@code SchemaInspector}. */
    INSPECT
}
