package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore.Applied;
import dev.lockstep.store.CopyStore.CheckResult;
import dev.lockstep.store.CopyStore.CheckWrite;
import dev.lockstep.store.CopyStore.Conflict;
import dev.lockstep.store.CopyStore.Failed;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BSONException;
import org.bson.BsonDocument;

/**
 * The writes of checks, a page in one bulk. A bulk tells how many conditions held but not which: only when some did
 * not, the page is read again, and the copies that carry our label (its nonce is fresh) are those that were written.
 */
final class CheckWriter {
    private final Databases databases;
    private final CopyReader reader;

    CheckWriter(Databases databases, CopyReader reader) {
        this.databases = databases;
        this.reader = reader;
    }

    List<CheckResult> check(List<CheckWrite> writes) {
        CheckResult[] results = new CheckResult[writes.size()];
        Map<CopyDefinition, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            groups.computeIfAbsent(writes.get(i).definition(), definition -> new ArrayList<>())
                    .add(i);
        }
        groups.forEach((definition, indexes) -> check(definition, writes, indexes, results));
        return List.of(results);
    }

    private void check(
            CopyDefinition definition, List<CheckWrite> writes, List<Integer> indexes, CheckResult[] results) {
        CopyQuery query = new CopyQuery(definition, databases.settings().labelPrefix());
        List<WriteModel<BsonDocument>> models = new ArrayList<>();
        List<Integer> sent = new ArrayList<>();
        for (int i : indexes) {
            try {
                models.add(model(query, writes.get(i)));
                sent.add(i);
            } catch (StoreException unfit) {
                results[i] = new Failed(unfit);
            }
        }
        if (models.isEmpty()) {
            return;
        }
        long matched = send(definition, models, writes, sent, results);
        List<Integer> open = sent.stream().filter(i -> results[i] == null).toList();
        if (matched == open.size()) {
            open.forEach(i -> results[i] = new Applied());
        } else if (matched == 0) {
            open.forEach(i -> results[i] = new Conflict());
        } else {
            findOurs(definition, writes, open, results);
        }
    }

    private static WriteModel<BsonDocument> model(CopyQuery query, CheckWrite write) {
        UpdateOptions options = new UpdateOptions();
        List<BsonDocument> elements = query.checkedElements(write);
        return query.update(write.projected(), write.label())
                .one(query.checked(write), elements == null ? options : options.arrayFilters(elements));
    }

    private long send(
            CopyDefinition definition,
            List<WriteModel<BsonDocument>> models,
            List<CheckWrite> writes,
            List<Integer> sent,
            CheckResult[] results) {
        MongoCollection<BsonDocument> collection =
                databases.collection(definition.copy().at().collection());
        try {
            return collection
                    .bulkWrite(models, new BulkWriteOptions().ordered(false))
                    .getMatchedCount();
        } catch (MongoBulkWriteException failure) {
            if (failure.getWriteConcernError() != null) {
                throw MongoErrors.translate("write checks of " + definition, "", failure);
            }
            for (BulkWriteError error : failure.getWriteErrors()) {
                int i = sent.get(error.getIndex());
                String what = "write the copy " + writes.get(i).record() + " of " + definition;
                results[i] = new Failed(MongoErrors.translate(what, "", error, failure));
            }
            return failure.getWriteResult().getMatchedCount();
        } catch (MongoException | BSONException | IllegalStateException failure) {
            throw MongoErrors.translate("write checks of " + definition, "", failure);
        }
    }

    private void findOurs(
            CopyDefinition definition, List<CheckWrite> writes, List<Integer> open, CheckResult[] results) {
        Set<RecordKey> keys = new HashSet<>();
        open.forEach(i -> keys.add(writes.get(i).record()));
        Map<RecordKey, Set<Object>> labels = new HashMap<>();
        for (CopyState state : reader.read(definition, keys)) {
            if (state.label() != null) {
                labels.computeIfAbsent(state.record(), key -> new HashSet<>()).add(state.label());
            }
        }
        for (int i : open) {
            CheckWrite write = writes.get(i);
            boolean ours = labels.getOrDefault(write.record(), Set.of())
                    .contains(write.label().toDoc());
            results[i] = ours ? new Applied() : new Conflict();
        }
    }
}
