package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.Cursor;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys where a query or scan goes on, as texts. */
final class CursorText {
    private CursorText() {}

    static Optional<Cursor> of(Map<String, AttributeValue> last) {
        if (last.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        last.forEach((name, value) -> {
            parts.add(name);
            parts.add(value.type().name());
            parts.add(
                    value.s() != null
                            ? value.s()
                            : value.n() != null
                                    ? value.n()
                                    : Base64.getEncoder()
                                            .encodeToString(value.b().asByteArray()));
        });
        return Optional.of(new Cursor(Members.join(parts)));
    }

    static @Nullable Map<String, AttributeValue> key(@Nullable Cursor cursor) {
        if (cursor == null) {
            return null;
        }
        List<String> parts = Members.split(cursor.token());
        Map<String, AttributeValue> key = new HashMap<>();
        for (int i = 0; i + 2 < parts.size(); i += 3) {
            String text = parts.get(i + 2);
            key.put(
                    parts.get(i),
                    switch (parts.get(i + 1)) {
                        case "S" -> AttributeValue.fromS(text);
                        case "N" -> AttributeValue.fromN(text);
                        default ->
                            AttributeValue.fromB(
                                    SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
                    });
        }
        return key;
    }
}
