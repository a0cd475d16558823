package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs every command under one lock, so that each statement is atomic and the log has the order of the writes. Only
 * getMore takes the lock itself, since a change stream waits. Called from the connections' threads.
 */
final class CommandDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(CommandDispatcher.class);

    private final Map<String, Command> commands;
    private final Command getMore;
    private final Sessions sessions;
    private final ChangeLog log;
    private final BusyTime busy;
    private final ReentrantLock lock;

    CommandDispatcher(
            Map<String, Command> commands,
            Command getMore,
            Sessions sessions,
            ChangeLog log,
            BusyTime busy,
            ReentrantLock lock) {
        this.commands = commands;
        this.getMore = getMore;
        this.sessions = sessions;
        this.log = log;
        this.busy = busy;
        this.lock = lock;
    }

    /** Answers a command; failures are answers too. */
    Document answer(Request request) {
        Document reply;
        try {
            reply = request.command().equals("getmore") ? getMore.run(request) : runLocked(request);
        } catch (de.bwaldvogel.mongo.exception.MongoServerException refused) {
            reply = Replies.error(refused);
        } catch (RuntimeException unexpected) {
            LOG.error("Could not answer {}. The client gets an error.", request.command(), unexpected);
            reply = Replies.error(unexpected);
        }
        return withTimes(reply);
    }

    private Document runLocked(Request request) {
        Command command = commands.get(request.command());
        if (command == null) {
            throw ServerErrors.commandNotFound(
                    request.body().keySet().iterator().next());
        }
        lock.lock();
        try {
            return busy.measure(() -> sessions.run(request, command));
        } finally {
            lock.unlock();
        }
    }

    private Document withTimes(Document reply) {
        Object time = log.latest();
        Document signature =
                new Document("hash", new de.bwaldvogel.mongo.bson.BinData(new byte[20])).append("keyId", 0L);
        return reply.append("operationTime", time)
                .append("$clusterTime", new Document("clusterTime", time).append("signature", signature));
    }
}
