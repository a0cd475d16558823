package dev.lockstep.repair;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.lockstep.repair");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.lockstep.repair.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyTheEntryKnowsSpring() {
        noClasses()
                .that()
                .resideInAPackage("dev.lockstep.repair.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(classes);
    }
}
