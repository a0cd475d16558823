package dev.lockstep.embedded;

import de.bwaldvogel.mongo.wire.MongoWireMessageEncoder;
import de.bwaldvogel.mongo.wire.MongoWireProtocolHandler;
import de.bwaldvogel.mongo.wire.MongoWireReplyEncoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Listens, decodes messages, and hands them to a thread of the connection's own, since a command may wait. */
final class WireServer implements AutoCloseable {
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory("embedded-mongo-io", true), NioIoHandler.newFactory());
    private final ExecutorService workers =
            Executors.newCachedThreadPool(new DefaultThreadFactory("embedded-mongo", true));
    private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listener;

    private WireServer(String host, int port, CommandDispatcher dispatcher) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 100)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        clients.add(channel);
                        channel.pipeline()
                                .addLast(new MongoWireReplyEncoder())
                                .addLast(new MongoWireMessageEncoder())
                                .addLast(new MongoWireProtocolHandler())
                                .addLast(new Connection(dispatcher, workers));
                    }
                });
        this.listener = bootstrap
                .bind(new InetSocketAddress(host, port))
                .syncUninterruptibly()
                .channel();
    }

    static WireServer bind(String host, int port, CommandDispatcher dispatcher) {
        return new WireServer(host, port, dispatcher);
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        clients.close().syncUninterruptibly();
        workers.shutdownNow();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
