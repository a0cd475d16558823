package dev.lockstep.testkit.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeadLetterStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Open dead letters; a closed one is forgotten. */
final class MemoryDeadLetters implements DeadLetterStore {
    private static final String SUMMARY = "*";

    private final StateCell cell;

    MemoryDeadLetters(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public void add(ModelName model, CopyName copy, String sourceKey, String copyKey, String cause, Instant at) {
        cell.change("deadLetters.add", data -> {
            List<DeadLetter> ofCopy = data.letters.values().stream()
                    .filter(letter ->
                            letter.model().equals(model) && letter.copy().equals(copy))
                    .toList();
            Optional<DeadLetter> same = open(ofCopy, sourceKey, copyKey);
            boolean full = same.isEmpty() && isFull(ofCopy, sourceKey);
            String key = full ? SUMMARY : copyKey;
            Optional<DeadLetter> open = full ? open(ofCopy, sourceKey, SUMMARY) : same;
            long id = open.map(DeadLetter::id).orElseGet(data::nextId);
            int attempts = open.map(DeadLetter::attempts).orElse(0) + 1;
            Instant first = open.map(DeadLetter::firstAt).orElse(at);
            return data.letters.put(id, new DeadLetter(id, model, copy, sourceKey, key, cause, attempts, first, at));
        });
    }

    /** The open letter of a copy, whichever source it named before; a summary belongs to one source. */
    private static Optional<DeadLetter> open(List<DeadLetter> letters, String sourceKey, String copyKey) {
        return letters.stream()
                .filter(letter -> letter.copyKey().equals(copyKey)
                        && (!copyKey.equals(SUMMARY) || letter.sourceKey().equals(sourceKey)))
                .findFirst();
    }

    private static boolean isFull(List<DeadLetter> letters, String sourceKey) {
        return letters.stream()
                        .filter(letter -> letter.sourceKey().equals(sourceKey)
                                && !letter.copyKey().equals(SUMMARY))
                        .count()
                >= PER_SOURCE;
    }

    @Override
    public List<DeadLetter> list(Optional<ModelName> model, long after, int limit) {
        return cell.read(data -> StateCell.page(
                data.letters,
                after,
                limit,
                letter -> model.isEmpty() || model.get().equals(letter.model())));
    }

    @Override
    public Optional<DeadLetter> find(long id) {
        return cell.read(data -> Optional.ofNullable(data.letters.get(id)));
    }

    @Override
    public boolean close(long id, String how, Instant at) {
        return cell.change("deadLetters.close", data -> data.letters.remove(id) != null);
    }

    @Override
    public int closeWritten(ModelName model, CopyName copy, String sourceKey, Instant at) {
        return cell.change("deadLetters.closeWritten", data -> {
            int before = data.letters.size();
            data.letters
                    .values()
                    .removeIf(letter -> letter.model().equals(model)
                            && letter.copy().equals(copy)
                            && letter.sourceKey().equals(sourceKey));
            return before - data.letters.size();
        });
    }

    @Override
    public Map<String, Long> countOpen() {
        return cell.read(data -> {
            Map<String, Long> counts = new TreeMap<>();
            data.letters.values().forEach(letter -> counts.merge(letter.model() + "." + letter.copy(), 1L, Long::sum));
            return counts;
        });
    }
}
