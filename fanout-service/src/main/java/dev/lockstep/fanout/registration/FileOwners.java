package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.registry.ModelName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Which models belong to a file in the folder of models: the API does not change those. */
@Component
class FileOwners {
    private final Map<ModelName, String> files = new ConcurrentHashMap<>();

    void own(ModelName model, String file) {
        files.put(model, file);
    }

    void refuse(ModelName model) {
        String file = files.get(model);
        if (file != null) {
            throw Refused.conflict(
                    "model-from-file",
                    "The model \"" + model + "\" comes from the file " + file
                            + " in lockstep.models.location. Change the file and restart the service; nothing was"
                            + " changed.");
        }
    }
}
