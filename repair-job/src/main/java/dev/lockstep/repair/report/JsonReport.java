package dev.lockstep.repair.report;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FieldDifference;
import dev.lockstep.drift.Tally;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.value.Value;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report for scripts. Attributes are only ever added; {@code format} is 1. Values are canonical JSON, absent ones
 * are left out, sensitive ones are {@code "***"}.
 */
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final double MILLIS = 1e3;

    private JsonReport() {}

    /** The report of the whole run, indented. */
    public static String of(JobReport job) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", 1);
        root.put("mode", job.command().mode().text());
        root.put("by", job.command().cover().text());
        root.put("result", job.exitCode().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        root.put("exitCode", job.exitCode().number());
        root.put("startedAt", job.startedAt().toString());
        root.put("seconds", job.took().toMillis() / MILLIS);
        ArrayNode models = root.putArray("models");
        job.models().forEach(model -> models.add(model(model)));
        ArrayNode skipped = root.putArray("skippedModels");
        job.skipped().forEach(skipped::add);
        ArrayNode errors = root.putArray("errors");
        job.errors().forEach(errors::add);
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    /** The report of one model on one line, as run records keep it; without single copies. */
    public static String summary(ModelReport report) {
        ObjectNode model = model(report);
        model.withArray("copies").forEach(copy -> ((ObjectNode) copy).remove("findings"));
        return model.toString();
    }

    private static ObjectNode model(ModelReport report) {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        model.put("model", report.active().name().value());
        report.run().ifPresent(run -> {
            model.put("run", run);
            model.put("revision", report.active().revision());
            model.put("epoch", report.active().epoch().number());
        });
        report.verifiedThrough().ifPresent(time -> model.put("verifiedThrough", time.toString()));
        ArrayNode copies = model.putArray("copies");
        report.copies().forEach(copy -> copies.add(copy(copy)));
        ArrayNode notes = model.putArray("notes");
        report.notes().forEach(notes::add);
        return model;
    }

    private static ObjectNode copy(CopyReport report) {
        Tally tally = report.tally();
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.put("copy", report.definition().copy().name().value());
        copy.put("store", report.definition().copy().at().store().value());
        copy.put("collection", report.definition().copy().at().collection());
        copy.put("seconds", report.took().toMillis() / MILLIS);
        copy.put("scanned", tally.seen());
        ObjectNode resumed = copy.putObject("resumed");
        resumed.put("segments", report.resumed().segments());
        resumed.put("of", report.resumed().of());
        resumed.put("copies", report.resumed().copies());
        copy.put("compared", tally.compared());
        copy.put("right", tally.right());
        copy.put("lagged", tally.passed());
        copy.put("drifted", tally.drifted());
        ObjectNode kinds = copy.putObject("found");
        for (DriftKind kind : DriftKind.values()) {
            kinds.put(kind.text(), report.byKind().getOrDefault(kind, 0L));
        }
        copy.put("tolerated", tally.tolerated());
        copy.put("fixed", report.fixed());
        copy.put("rightByNow", report.rightByNow());
        copy.put("wrongNow", report.wrongNow());
        copy.put("awaitingConfirmation", report.awaiting());
        ObjectNode left = copy.putObject("left");
        report.left().forEach(left::put);
        ObjectNode skipped = copy.putObject("skipped");
        skipped.put("moving", tally.moving());
        skipped.put("withoutPointer", tally.withoutPointer());
        skipped.put("outOfScope", tally.outOfScope());
        skipped.put("unreadable", tally.unreadable());
        ArrayNode findings = copy.putArray("findings");
        report.details().forEach(drift -> findings.add(finding(report.definition(), drift)));
        copy.put("findingsOmitted", report.omitted());
        return copy;
    }

    private static ObjectNode finding(CopyDefinition definition, Drift drift) {
        ObjectNode finding = JsonNodeFactory.instance.objectNode();
        finding.put("kind", drift.kind().text());
        finding.set("copyKey", key(drift.record()));
        drift.pointer().ifPresent(source -> finding.set("sourceKey", MAPPER.readTree(source.canonical())));
        finding.put("tolerated", drift.tolerated());
        finding.put("cause", drift.cause());
        finding.put("firstSeen", drift.firstSeen().toString());
        ArrayNode fields = finding.putArray("fields");
        for (FieldDifference difference : drift.fields()) {
            ObjectNode field = fields.addObject();
            field.put("field", difference.field().toString());
            set(field, "expected", definition, difference, difference.expected());
            set(field, "actual", definition, difference, difference.actual());
        }
        return finding;
    }

    private static JsonNode key(RecordKey record) {
        return MAPPER.readTree(record.canonical());
    }

    private static void set(
            ObjectNode field,
            String name,
            CopyDefinition definition,
            FieldDifference difference,
            @Nullable Value value) {
        if (value == null) {
            return;
        }
        if (Shown.isMasked(definition, difference)) {
            field.put(name, Shown.MASK);
        } else {
            field.set(name, MAPPER.readTree(value.canonical()));
        }
    }
}
