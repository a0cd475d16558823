package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;

/** Answers one kind of command. Called with the server's lock held, except where a command says otherwise. */
@FunctionalInterface
interface Command {
    Document run(Request request);
}
