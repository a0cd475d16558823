package dev.lockstep.fanout;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServiceArchitectureTest {
    private static final String[] STEPS = {
        "dev.lockstep.fanout.capture..",
        "dev.lockstep.fanout.route..",
        "dev.lockstep.fanout.lanes..",
        "dev.lockstep.fanout.apply..",
        "dev.lockstep.fanout.watch..",
        "dev.lockstep.fanout.checkpoint..",
        "dev.lockstep.fanout.resync..",
        "dev.lockstep.fanout.pipeline.."
    };

    private final JavaClasses service = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/demo/"))
            .importPackages("dev.lockstep.fanout");

    @Test
    void apiAndPageAskThePipelineThroughItsControlOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.lockstep.fanout.api..",
                        "dev.lockstep.fanout.dashboard..",
                        "dev.lockstep.fanout.registration..",
                        "dev.lockstep.fanout.security..",
                        "dev.lockstep.fanout.problem..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(STEPS)
                .check(service);
    }

    @Test
    void stepsDoNotKnowTheApi() {
        noClasses()
                .that()
                .resideInAnyPackage(STEPS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lockstep.fanout.api..",
                        "dev.lockstep.fanout.dashboard..",
                        "dev.lockstep.fanout.registration..",
                        "dev.lockstep.fanout.security..")
                .check(service);
    }

    @Test
    void stepsArePlainJava() {
        noClasses()
                .that()
                .resideInAnyPackage(STEPS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..")
                .check(service);
    }

    @Test
    void noDriverTypeIsUsed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.mongodb..", "org.bson..", "dev.lockstep.connectors..", "dev.lockstep.state.jdbc..")
                .check(service);
    }

    @Test
    void nothingIsInjectedIntoFields() {
        noFields()
                .should()
                .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                .orShould()
                .beAnnotatedWith("org.springframework.beans.factory.annotation.Value")
                .check(service);
    }

    @Test
    void timeComesFromTheClock() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(service);
    }
}
