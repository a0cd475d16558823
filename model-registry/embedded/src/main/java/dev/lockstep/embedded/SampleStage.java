package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code $sample}: documents drawn at random without repetition, each with the same chance (a reservoir). */
final class SampleStage implements Pipeline.Stage {
    private final long size;

    private SampleStage(long size) {
        this.size = size;
    }

    static SampleStage of(@Nullable Object argument) {
        if (argument instanceof Document spec
                && spec.size() == 1
                && spec.get("size") instanceof Number size
                && size.longValue() > 0) {
            return new SampleStage(size.longValue());
        }
        throw ServerErrors.location(28746, "the $sample stage specification must be an object with a positive size");
    }

    @Override
    public Stream<Document> apply(Stream<Document> documents) {
        List<Document> drawn = new ArrayList<>();
        long[] seen = {0};
        documents.forEach(document -> {
            seen[0]++;
            if (drawn.size() < size) {
                drawn.add(document);
            } else {
                long place = ThreadLocalRandom.current().nextLong(seen[0]);
                if (place < size) {
                    drawn.set((int) place, document);
                }
            }
        });
        return drawn.stream();
    }
}
