package dev.lockstep.embedded;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Puts the server's parts together. */
final class Wiring {
    private Wiring() {}

    static CommandDispatcher dispatcher(ChangeLog log, ServerIdentity identity, BusyTime busy, Clock clock) {
        ReentrantLock lock = new ReentrantLock();
        ChangeRecorder recorder = new ChangeRecorder(log);
        Databases databases = new Databases(recorder);
        Sessions sessions = new Sessions(log, recorder, busy, lock);
        WriteStatements statements = new WriteStatements(databases, sessions);
        ReadCommands reads = new ReadCommands(databases, new ChangeStreams(log, databases, busy, lock), busy, lock);

        Map<String, Command> commands = new HashMap<>();
        new ServerCommands(identity, log, clock).addTo(commands);
        new SessionCommands(sessions).addTo(commands);
        new CatalogCommands(databases).addTo(commands);
        new IndexCommands(databases).addTo(commands);
        new WriteCommands(statements).addTo(commands);
        commands.put("findandmodify", new FindAndModify(databases, statements)::run);
        reads.addTo(commands);
        return new CommandDispatcher(commands, reads::getMore, sessions, log, busy, lock);
    }
}
