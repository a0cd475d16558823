package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Source;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes models in the one form that is canonical: defaults and what follows from other attributes are left out. */
final class ModelWriter {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final KeyPattern NO_PREFIX = new KeyPattern(List.of());
    private static final String KEY = "key";
    private static final String WHERE = "where";
    private static final String COLLECTION = "collection";

    private ModelWriter() {}

    static ObjectNode node(Model model) {
        ObjectNode node = object();
        node.put("lockstep", ModelReader.FORMAT);
        node.put("model", model.name().value());
        text(node, "description", model.description());
        text(node, "owner", model.owner());
        node.set("source", source(model.source()));
        var copies = node.putArray("copies");
        model.copies().forEach(copy -> copies.add(copy(copy, model.source())));
        return node;
    }

    private static ObjectNode source(Source source) {
        ObjectNode node = object();
        node.put("store", source.at().store().value());
        node.put(COLLECTION, source.at().collection());
        node.set(KEY, sourceKey(source.key()));
        values(node, WHERE, source.where().equalities());
        text(node, "version", source.version() == null ? null : source.version().toString());
        values(node, "deletedWhen", source.deletedWhen().equalities());
        choice(node, "onExpire", source.onExpire(), Source.OnExpire.DELETE);
        return node;
    }

    private static ObjectNode copy(Copy copy, Source source) {
        ObjectNode node = object();
        if (!copy.name().value().equals(copy.at().collection())) {
            node.put("name", copy.name().value());
        }
        if (!copy.at().store().equals(source.at().store())) {
            node.put("store", copy.at().store().value());
        }
        node.put(COLLECTION, copy.at().collection());
        if (!isDerived(copy, source)) {
            node.set("pointer", pointer(copy.pointer()));
        }
        ObjectNode find = find(copy);
        if (!find.isEmpty()) {
            node.set("find", find);
        }
        values(node, WHERE, copy.where().equalities());
        ObjectNode fields = node.putObject("fields");
        copy.fields().forEach(field -> field(fields, field));
        node.put("strategy", Section.written(copy.strategy()));
        choice(node, "mode", copy.mode(), Copy.Mode.ENFORCE);
        if (copy.writer() == Copy.Writer.APPLICATION) {
            node.putObject("transaction").put("writer", Section.written(copy.writer()));
        }
        choice(node, "onSourceDelete", copy.onSourceDelete(), Copy.OnSourceDelete.KEEP);
        values(node, "mark", new TreeMap<>(copy.mark()));
        choice(node, "onMissing", copy.onMissing(), Copy.OnMissing.UNSET);
        choice(node, "guard", copy.guard(), Copy.Guard.VERSION);
        if (!copy.watch()) {
            node.put("watch", false);
        }
        rest(node, copy);
        return node;
    }

    /** What is said about the copies, but changes nothing about their content. */
    private static void rest(ObjectNode node, Copy copy) {
        if (!copy.sensitive().isEmpty()) {
            var sensitive = node.putArray("sensitive");
            copy.sensitive().stream().sorted().forEach(path -> sensitive.add(path.toString()));
        }
        if (copy.slo() != null) {
            ObjectNode slo = node.putObject("slo");
            duration(slo, "freshness", copy.slo().freshness());
            number(slo, "drift", copy.slo().drift());
        }
        if (copy.repair() != null) {
            ObjectNode repair = node.putObject("repair");
            duration(repair, "full", copy.repair().full());
            ObjectNode sample = object();
            duration(sample, "every", copy.repair().sampleEvery());
            if (copy.repair().sampleSize() != null) {
                sample.put("size", copy.repair().sampleSize());
            }
            if (!sample.isEmpty()) {
                repair.set("sample", sample);
            }
        }
        text(node, "writtenBy", copy.writtenBy());
        if (copy.reads() != null) {
            ObjectNode reads = node.putObject("reads");
            text(reads, "pattern", copy.reads().pattern());
            number(reads, "perSecond", copy.reads().perSecond());
        }
    }

    private static ObjectNode sourceKey(KeyPattern key) {
        boolean plain = key.parts().stream().allMatch(ModelWriter::isPlain)
                && new HashSet<>(key.variables()).size() == key.parts().size();
        ObjectNode node = object();
        for (KeyPattern.Part part : key.parts()) {
            if (plain) {
                node.put(
                        part.template().variables().get(0).head(),
                        part.attribute().toString());
            } else {
                node.put(part.attribute().toString(), part.template().toString());
            }
        }
        return node;
    }

    private static boolean isPlain(KeyPattern.Part part) {
        return part.template().wholeVariable().isPresent()
                && !Paths.hasVariable(part.attribute().toString());
    }

    private static boolean isDerived(Copy copy, Source source) {
        KeyPattern byFind = FindReader.patternOf(copy.find());
        return copy.elements() != null
                || (copy.pointer().equals(byFind)
                        && byFind.variables().containsAll(source.key().variables()));
    }

    private static ObjectNode pointer(KeyPattern pointer) {
        ObjectNode node = object();
        for (KeyPattern.Part part : pointer.parts()) {
            node.put(
                    part.attribute().toString(),
                    part.template()
                            .wholeVariable()
                            .map(FieldPath::head)
                            .orElse(part.template().toString()));
        }
        return node;
    }

    private static ObjectNode find(Copy copy) {
        ObjectNode node = object();
        if (copy.find() instanceof Find.ByIndex byIndex) {
            node.put("by", "index").put("index", byIndex.index());
        } else if (copy.find() instanceof Find.ByKey byKey) {
            node.put("by", KEY);
            node.set(KEY, lookup(byKey.key(), byKey.prefix()));
            text(node, "index", byKey.index());
            buckets(node, byKey.buckets());
        } else if (copy.find() instanceof Find.ByList byList) {
            node.put("by", "list").put("from", byList.from().toString());
            node.set(KEY, lookup(byList.key(), NO_PREFIX));
        } else if (copy.find() instanceof Find.ByVia byVia) {
            node.put("by", "via");
            ObjectNode via = node.putObject("via").put(COLLECTION, byVia.via().collection());
            via.set(KEY, lookup(byVia.via().key(), byVia.via().prefix()));
            text(via, "index", byVia.via().index());
            node.set(KEY, lookup(byVia.key(), NO_PREFIX));
        }
        if (copy.elements() != null) {
            ObjectNode elements = node.putObject("elements");
            elements.put("path", copy.elements().path().toString());
            elements.set("match", pointer(copy.elements().match()));
        }
        return node;
    }

    private static ObjectNode lookup(KeyPattern key, KeyPattern prefix) {
        ObjectNode node = object();
        key.parts()
                .forEach(part ->
                        node.put(part.attribute().toString(), part.template().toString()));
        prefix.parts()
                .forEach(part -> node.putObject(part.attribute().toString())
                        .put("beginsWith", part.template().toString()));
        return node;
    }

    private static void buckets(ObjectNode node, Map<String, Find.Bucket> buckets) {
        if (buckets.isEmpty()) {
            return;
        }
        ObjectNode all = node.putObject("buckets");
        new TreeMap<>(buckets).forEach((name, bucket) -> {
            if (bucket.months() > 0) {
                all.putObject(name).put("months", bucket.months());
            } else {
                all.putObject(name).put("from", bucket.from()).put("to", bucket.to());
            }
        });
    }

    private static void field(ObjectNode fields, FieldRule field) {
        Template from = field.from();
        String target = field.target().toString();
        from.wholeVariable()
                .ifPresentOrElse(
                        path -> fields.put(target, path.toString()),
                        () -> fields.putObject(target).put("template", from.toString()));
    }

    private static void values(ObjectNode node, String name, Map<FieldPath, Value> values) {
        if (!values.isEmpty()) {
            ObjectNode map = node.putObject(name);
            values.forEach((path, value) -> map.set(path.toString(), MAPPER.readTree(value.canonical())));
        }
    }

    private static <E extends Enum<E>> void choice(ObjectNode node, String name, E value, E otherwise) {
        if (value != otherwise) {
            node.put(name, Section.written(value));
        }
    }

    private static void text(ObjectNode node, String name, @Nullable String text) {
        if (text != null) {
            node.put(name, text);
        }
    }

    private static void duration(ObjectNode node, String name, @Nullable Duration duration) {
        if (duration != null) {
            node.put(name, Durations.format(duration));
        }
    }

    private static void number(ObjectNode node, String name, @Nullable Double number) {
        if (number != null) {
            node.put(name, number);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
