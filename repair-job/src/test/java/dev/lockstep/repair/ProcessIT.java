package dev.lockstep.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.repair.Shop.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job as a process of its own, while this process has the state store open, as the service has. */
class ProcessIT {
    @TempDir
    private Path folder;

    private Shop shop;

    @BeforeEach
    void reviewsOfOneProduct() throws IOException {
        shop = new Shop(folder);
        shop.register(Shop.REVIEWS_PRODUCT);
        shop.insert("products", "{_id: 'p1', title: 'Lamp'}");
        for (int i = 0; i < 20; i++) {
            shop.insert("reviews", "{_id: " + i + ", sku: 'p1', productTitle: 'Lamp', stars: 5}");
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private void plant() {
        shop.collection("reviews")
                .updateOne(BsonDocument.parse("{_id: 7}"), BsonDocument.parse("{$set: {productTitle: 'Old lamp'}}"));
    }

    private Ran job(String mode) throws IOException, InterruptedException {
        return shop.process(mode, "--model", "reviews-product", "--config", shop.config.toString(), "--grace", "100ms");
    }

    @Test
    void plantedDriftIsFoundShownFixedAndGone() throws Exception {
        plant();
        Map<String, RawBsonDocument> before = shop.bytes("reviews");

        assertThat(job("check").exitCode()).isEqualTo(2);
        Ran dryRun = job("dry-run");
        assertThat(dryRun.exitCode()).isEqualTo(2);
        assertThat(dryRun.out()).contains("productTitle: \"Old lamp\" would become \"Lamp\"");
        assertThat(shop.bytes("reviews")).isEqualTo(before);

        Ran repair = job("repair");
        assertThat(repair.exitCode()).as(repair.out() + repair.err()).isZero();
        assertThat(repair.err()).isEmpty();
        assertThat(shop.bytes("reviews").values())
                .allSatisfy(review ->
                        assertThat(review.getString("productTitle").getValue()).isEqualTo("Lamp"));
        assertThat(job("check").exitCode()).isZero();
        assertThat(shop.state()
                        .models()
                        .find(new ModelName("reviews-product"))
                        .orElseThrow()
                        .state())
                .isEqualTo(ModelState.ACTIVE);
    }

    @Test
    void aModelFileNeedsNeitherServiceNorRegistrationNorState() throws Exception {
        plant();
        Map<String, RawBsonDocument> before = shop.bytes("reviews");
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path model = Files.writeString(elsewhere.resolve("model.yaml"), """
                lockstep: 1
                model: mine
                source: {store: shop, collection: products, key: {sku: _id}}
                copies:
                  - collection: reviews
                    pointer: {sku: sku}
                    fields: {productTitle: title}
                    strategy: repair
                """);
        Path config = Files.writeString(
                elsewhere.resolve("stores.yml"), """
                lockstep:
                  state.directory: %s
                  stores.shop: {kind: mongodb, uri: "%s", database: shop}
                """.formatted(elsewhere.resolve("none"), shop.uri()));

        Ran check = shop.process("check", "--file", model.toString(), "--config", config.toString(), "--grace", "50ms");

        assertThat(check.exitCode()).as(check.out() + check.err()).isEqualTo(2);
        assertThat(check.out()).contains("is \"Old lamp\", source says \"Lamp\"");
        assertThat(shop.bytes("reviews")).isEqualTo(before);
        assertThat(elsewhere.resolve("none")).doesNotExist();
    }

    @Test
    void wrongUseIsToldAtOnce() throws Exception {
        Ran usage = shop.process("mend", "--grace", "soon");
        assertThat(usage.exitCode()).isEqualTo(64);
        assertThat(usage.out()).isEmpty();
        assertThat(usage.err().lines().filter(line -> line.startsWith("Error: ")))
                .hasSize(3);
    }

    @Test
    void whatCannotRunSaysWhyInOneLine() throws Exception {
        Ran unknown = shop.process("check", "--model", "no-such", "--config", shop.config.toString());
        assertThat(unknown.exitCode()).isEqualTo(3);
        assertThat(unknown.err())
                .isEqualTo("Error: There is no registered model \"no-such\". Registered are: reviews-product.\n");

        Ran noConfig = shop.process("check", "--all", "--config", "no-such.yml");
        assertThat(noConfig.exitCode()).isEqualTo(3);
        assertThat(noConfig.err())
                .startsWith("Error: Could not read the configuration no-such.yml")
                .hasLineCount(1);

        Path broken = Files.writeString(folder.resolve("broken.yml"), "lockstep: [\n");
        Ran badConfig = shop.process("check", "--all", "--config", broken.toString());
        assertThat(badConfig.exitCode()).isEqualTo(3);
        assertThat(badConfig.err())
                .startsWith("Error: Could not start with the configuration")
                .hasLineCount(1);
    }

    @Test
    void aStoreThatIsDownIsNoDrift() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Path config = Files.writeString(
                folder.resolve("down.yml"),
                Files.readString(shop.config)
                                .replace(shop.uri(), "mongodb://127.0.0.1:" + free + "/?serverSelectionTimeoutMS=300")
                        + "      server-selection-timeout: 300ms\n");
        Ran check = shop.process("check", "--all", "--config", config.toString());
        assertThat(check.exitCode()).as(check.out() + check.err()).isEqualTo(3);
        assertThat(check.err()).doesNotContain("\tat ");
    }
}
