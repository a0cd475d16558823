package dev.lockstep.fanout.demo;

import java.nio.file.Path;

/** The store that the demo runs on, with an application that uses it. */
interface DemoStore {
    /** Starts its server on this port and loads the sample data; throws IllegalStateException when the port is taken. */
    void start(int port);

    /** The lines below {@code lockstep.stores.shop} of the configuration. */
    String settings(int port);

    /** The folder of models for it. */
    Path models(Path examples);

    /** Renames something, as an application would; called again and again. */
    Runnable renames();

    /** What to try, a line each. */
    String hints(int port, Path config);
}
