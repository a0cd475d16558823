package dev.lockstep.repair.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    @Test
    void readsEveryOption() {
        Command command = CommandLine.parse(
                        "repair",
                        "--model=order-customer",
                        "--copy",
                        "orders",
                        "--config",
                        "a.yml",
                        "--json",
                        "-",
                        "--grace",
                        "250ms",
                        "--rate",
                        "1000",
                        "--fix-budget",
                        "0.5",
                        "--yes")
                .command()
                .orElseThrow();
        assertThat(command.mode()).isEqualTo(Mode.REPAIR);
        assertThat(command.models()).containsExactly(new ModelName("order-customer"));
        assertThat(command.copies()).containsExactly(new CopyName("orders"));
        assertThat(command.config()).contains(Path.of("a.yml"));
        assertThat(command.jsonToStandardOutput()).isTrue();
        assertThat(command.grace()).isEqualTo(Duration.ofMillis(250));
        assertThat(command.rate()).hasValue(1000);
        assertThat(command.fixBudget()).hasValue(0.5);
        assertThat(command.yes()).isTrue();
    }

    @Test
    void reportsAllProblemsAtOnce() {
        assertThat(CommandLine.parse("mend", "--model", "Bad Name", "--grace", "soon", "--rate", "-1", "--what")
                        .problems())
                .hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check",
                "check repair --all",
                "check --model",
                "check --all --file m.yaml",
                "repair --file m.yaml",
                "check --all --yes",
                "check --all --copy orders",
                "check --all --grace 5s --grace 6s",
                "repair --all --fix-budget 1.1",
                "repair --all --fix-budget NaN",
                "check --all --rate 0",
                "check --all --by index",
                "schedule --by sources"
            })
    void refusesWhatMakesNoSense(String line) {
        CommandLine.Parsed parsed = CommandLine.parse(line.split(" "));
        assertThat(parsed.command()).isEmpty();
        assertThat(parsed.problems()).hasSize(1);
    }

    @Test
    void walksTheCopiesUnlessTold() {
        assertThat(CommandLine.parse("check", "--all").command().orElseThrow().cover())
                .isEqualTo(Cover.COPIES);
        assertThat(CommandLine.parse("check", "--all", "--by", "sources")
                        .command()
                        .orElseThrow()
                        .cover())
                .isEqualTo(Cover.SOURCES);
    }

    @Test
    void asksForACommandAndAChoice() {
        assertThat(CommandLine.parse().problems()).hasSize(2);
    }

    @Test
    void asksForHelp() {
        assertThat(CommandLine.parse("--help").help()).isTrue();
    }
}
