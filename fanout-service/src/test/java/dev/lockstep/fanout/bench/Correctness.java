package dev.lockstep.fanout.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * One seeded faulty workload, run against each way to keep copies right: renames in close succession, orders inserted
 * or moved with a name that was read a moment before, crashes with a restart at the saved position (so that changes
 * come again and in an older order), and take-overs while the old process finishes what it holds. The application does
 * the same in every run.
 */
final class Correctness {
    private static final int QUIET_ROUNDS = 500;
    private static final int MOST_ROUNDS = 2_000_000;

    private final long seed;
    private final int episodes;
    private final int changes;

    /** So many episodes of so many changes; each ends at rest, where it is judged, and the next begins anew. */
    Correctness(long seed, int episodes, int changes) {
        this.seed = seed;
        this.episodes = episodes;
        this.changes = changes;
    }

    /** A row of the table. */
    record Row(String who, boolean laggingIndex, FaultyWorld.Verdict verdict) {}

    List<Row> run() {
        Map<String, Function<FaultyWorld, Updater>> ways = new LinkedHashMap<>();
        ways.put("synchronous loop in the application", SynchronousLoop::new);
        ways.put("naive stream listener", world -> new Listener(world, false));
        ways.put("listener with a before-image check", world -> new Listener(world, true));
        ways.put("Lockstep", LockstepUpdater::new);
        List<Row> rows = new ArrayList<>();
        for (boolean lagging : List.of(false, true)) {
            ways.forEach((who, way) -> rows.add(new Row(who, lagging, episodes(way, lagging))));
        }
        return rows;
    }

    private FaultyWorld.Verdict episodes(Function<FaultyWorld, Updater> way, boolean lagging) {
        FaultyWorld.Verdict sum = new FaultyWorld.Verdict(0, 0, 0, 0, 0);
        for (int episode = 0; episode < episodes; episode++) {
            sum = sum.plus(run(way, lagging, seed * 1_000 + episode));
        }
        return sum;
    }

    private FaultyWorld.Verdict run(Function<FaultyWorld, Updater> way, boolean lagging, long seed) {
        FaultyWorld world = new FaultyWorld();
        Updater updater = way.apply(world);
        settle(world, updater, new Random(seed));
        if (lagging) {
            world.lagIndexes();
        }
        Random application = new Random(seed);
        Random scheduler = new Random(seed + 1);
        int orders = FaultyWorld.ORDERS;
        List<Runnable> later = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            String customer = FaultyWorld.customer(application.nextInt(FaultyWorld.CUSTOMERS));
            int what = application.nextInt(100);
            int order = application.nextInt(orders);
            if (what < 70) {
                updater.rename(customer);
            } else if (what < 85) {
                int number = orders++;
                String read = world.readSource(customer);
                later.add(() -> world.insertOrder(number, customer, read));
            } else {
                String read = world.readSource(customer);
                later.add(() -> world.moveOrder(order, customer, read));
            }
            if (!later.isEmpty() && (application.nextInt(3) == 0 || later.size() > 4)) {
                later.remove(0).run();
            }
            if (application.nextInt(100) == 0) {
                updater.crash();
            } else if (application.nextInt(60) == 0) {
                updater.takeOver();
            }
            if (lagging && application.nextInt(8) == 0) {
                world.showIndexes();
            }
            for (int steps = application.nextInt(30); steps > 0; steps--) {
                updater.step(scheduler);
                world.observe(true);
            }
        }
        later.forEach(Runnable::run);
        settle(world, updater, scheduler);
        world.showIndexes();
        settle(world, updater, scheduler);
        return world.verdict();
    }

    private static void settle(FaultyWorld world, Updater updater, Random random) {
        int quiet = 0;
        for (int i = 0; quiet < QUIET_ROUNDS; i++) {
            quiet = updater.step(random) ? 0 : quiet + 1;
            world.observe(true);
            if (i > MOST_ROUNDS) {
                throw new AssertionError("nothing comes to rest");
            }
        }
    }
}
