package dev.lockstep.fanout.explore;

import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Spells a path of steps for people. */
final class Traces {
    private Traces() {}

    static List<String> of(World world, byte[] path) {
        List<String> lines = new ArrayList<>(world.beginning);
        Map<MemoryStore, Long> before = new HashMap<>();
        for (byte action : path) {
            World.Machine machine = world.machines.get(action);
            world.stores
                    .values()
                    .forEach(store ->
                            before.put(store, Long.parseLong(store.newest().text())));
            String says = world.says(machine);
            world.step(machine);
            lines.add(says + (machine.environment ? "" : written(world, before)));
        }
        return lines;
    }

    private static String written(World world, Map<MemoryStore, Long> before) {
        StringBuilder text = new StringBuilder();
        for (MemoryStore store : world.stores.values()) {
            long newest = Long.parseLong(store.newest().text());
            for (long number = before.getOrDefault(store, newest) + 1; number <= newest; number++) {
                Log.Entry entry = Log.entry(store, number);
                Doc after = entry.after();
                text.append(" writes ").append(entry.key()).append(" = ");
                text.append(after == null ? "nothing" : brief(after));
            }
        }
        return text.toString();
    }

    private static String brief(Doc copy) {
        StringBuilder text = new StringBuilder();
        copy.entries().forEach((name, value) -> {
            if (name.startsWith("customer") && !name.equals("customerId")) {
                text.append(value.canonical()).append(' ');
            }
        });
        Object labels = copy.entries().get(World.PREFIX);
        return text
                + String.valueOf(labels)
                        .replaceAll("[^0-9~]*1:[0-9]{10}:0*([0-9]+)[^0-9~]*", " @$1 ")
                        .replaceAll("[\\]}]+", "")
                        .replaceAll(" +", " ")
                        .strip();
    }
}
