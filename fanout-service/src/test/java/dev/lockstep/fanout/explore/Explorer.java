package dev.lockstep.fanout.explore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes every step that can be made in every state of a world, breadth first, so that the first failure found is the
 * shortest. A state is reached by building the world anew and making the steps that led to it.
 */
final class Explorer {
    /**
     * What an exploration came to.
     *
     * @param states distinct states
     * @param ends states where neither the environment nor a process has anything to do
     * @param rests states where no process has anything to do
     * @param violation what was wrong first, or {@code null}
     * @param trace the steps that led there
     * @param complete false when it was cut at the most states or the longest time allowed
     */
    record Result(
            int states,
            int ends,
            int rests,
            int steps,
            @Nullable String violation,
            List<String> trace,
            boolean complete,
            Duration took) {}

    private record Child(byte action, long print, @Nullable String violation) {}

    private record Expanded(
            List<Child> children,
            boolean rest,
            boolean end,
            @Nullable String violation,
            int steps) {}

    private final Supplier<World> worlds;
    private final int mostStates;
    private final Duration longest;
    private int[] parents = new int[1024];
    private byte[] actions = new byte[1024];
    private long[] prints = new long[1024];
    private int count;

    Explorer(Supplier<World> worlds, int mostStates, Duration longest) {
        this.worlds = worlds;
        this.mostStates = mostStates;
        this.longest = longest;
    }

    Result explore() {
        long began = System.nanoTime();
        World first = worlds.get();
        Set<Long> seen = new HashSet<>();
        remember(-1, (byte) -1, first.fingerprint());
        seen.add(prints[0]);
        int ends = 0;
        int rests = 0;
        int steps = 0;
        int from = 0;
        boolean complete = true;
        while (from < count) {
            int to = Math.min(count, from + 2_000);
            int base = from;
            Expanded[] layer = IntStream.range(0, to - base)
                    .parallel()
                    .mapToObj(i -> expand(base + i))
                    .toArray(Expanded[]::new);
            for (int i = 0; i < layer.length; i++) {
                Expanded expanded = layer[i];
                steps += expanded.steps();
                ends += expanded.end() ? 1 : 0;
                rests += expanded.rest() ? 1 : 0;
                if (expanded.violation() != null) {
                    return result(ends, rests, steps, expanded.violation(), trace(base + i, (byte) -1), true, began);
                }
                for (Child child : expanded.children()) {
                    if (child.violation() != null) {
                        return result(
                                ends, rests, steps, child.violation(), trace(base + i, child.action()), true, began);
                    }
                    if (seen.add(child.print())) {
                        remember(base + i, child.action(), child.print());
                    }
                }
            }
            from = to;
            if (count >= mostStates || System.nanoTime() - began > longest.toNanos()) {
                complete = from >= count;
                break;
            }
        }
        return result(ends, rests, steps, null, List.of(), complete, began);
    }

    private Result result(
            int ends,
            int rests,
            int steps,
            @Nullable String violation,
            List<String> trace,
            boolean complete,
            long began) {
        return new Result(
                count, ends, rests, steps, violation, trace, complete, Duration.ofNanos(System.nanoTime() - began));
    }

    private void remember(int parent, byte action, long print) {
        if (count == parents.length) {
            parents = Arrays.copyOf(parents, count * 2);
            actions = Arrays.copyOf(actions, count * 2);
            prints = Arrays.copyOf(prints, count * 2);
        }
        parents[count] = parent;
        actions[count] = action;
        prints[count++] = print;
    }

    private byte[] path(int node) {
        int length = 0;
        for (int at = node; parents[at] >= 0; at = parents[at]) {
            length++;
        }
        byte[] path = new byte[length];
        for (int at = node; parents[at] >= 0; at = parents[at]) {
            path[--length] = actions[at];
        }
        return path;
    }

    private World replay(byte[] path) {
        World world = worlds.get();
        world.replaying = true;
        for (byte action : path) {
            world.step(world.machines.get(action));
        }
        world.replaying = false;
        world.violations.clear();
        return world;
    }

    private Expanded expand(int node) {
        byte[] path = path(node);
        World world = replay(path);
        List<Child> children = new ArrayList<>();
        boolean rest = true;
        boolean end = true;
        int steps = 0;
        boolean moved = false;
        int machines = world.machines.size();
        for (int i = 0; i < machines; i++) {
            if (moved) {
                world = replay(path);
                moved = false;
            }
            World.Machine machine = world.machines.get(i);
            if (!machine.enabled()) {
                continue;
            }
            steps++;
            world.step(machine);
            String violation = world.violations.isEmpty() ? null : world.violations.get(0);
            long print = world.fingerprint();
            if (print == prints[node] && violation == null && !machine.environment) {
                continue;
            }
            moved = true;
            end = false;
            rest &= machine.environment;
            children.add(new Child((byte) i, print, violation));
        }
        String wrong = null;
        if (rest) {
            List<String> all = (moved ? replay(path) : world).wrongAtRest();
            wrong = all.isEmpty() ? null : all.get(0);
        }
        return new Expanded(children, rest, end, wrong, steps);
    }

    /** What people read: who did what, and what it wrote. */
    private List<String> trace(int node, byte last) {
        byte[] path = path(node);
        if (last >= 0) {
            path = Arrays.copyOf(path, path.length + 1);
            path[path.length - 1] = last;
        }
        return Traces.of(worlds.get(), path);
    }
}
