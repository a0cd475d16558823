package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.ClientRequest;
import de.bwaldvogel.mongo.wire.message.MessageHeader;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import de.bwaldvogel.mongo.wire.message.MongoReply;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client connection: its messages are answered one after the other, on a worker thread. */
final class Connection extends SimpleChannelInboundHandler<ClientRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final AtomicInteger REPLY_IDS = new AtomicInteger();

    private final CommandDispatcher dispatcher;
    private final Executor workers;
    private final Queue<ClientRequest> waiting = new ArrayDeque<>();
    private boolean working;

    Connection(CommandDispatcher dispatcher, Executor workers) {
        this.dispatcher = dispatcher;
        this.workers = workers;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ClientRequest message) {
        synchronized (waiting) {
            waiting.add(message);
            if (working) {
                return;
            }
            working = true;
        }
        workers.execute(() -> work(context.channel()));
    }

    private void work(Channel channel) {
        while (true) {
            ClientRequest message;
            synchronized (waiting) {
                message = waiting.poll();
                if (message == null) {
                    working = false;
                    return;
                }
            }
            ChannelFuture unused = channel.writeAndFlush(reply(message), channel.voidPromise());
        }
    }

    private Object reply(ClientRequest message) {
        MessageHeader header = new MessageHeader(
                REPLY_IDS.incrementAndGet(), message.getHeader().getRequestID());
        if (message instanceof MongoMessage modern) {
            Document body = modern.getDocument();
            Request request = new Request(modern.getDatabaseName(), body);
            return new MongoMessage(message.getChannel(), header, dispatcher.answer(request));
        }
        MongoQuery legacy = (MongoQuery) message;
        Document body = legacy.getQuery().get("$query") instanceof Document wrapped ? wrapped : legacy.getQuery();
        return new MongoReply(header, dispatcher.answer(new Request(legacy.getDatabaseName(), body)));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("A client connection ended", cause);
        context.close().addListener(closed -> LOG.trace("Closed {}", context.channel()));
    }
}
