package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.ObjectId;

/** Who the imitation says it is: set name, a fresh replica set id at each start, and its address. */
final class ServerIdentity {
    static final String IMITATION = "lockstep-embedded";
    static final String VERSION = "7.0.0";

    private final String setName;
    private final ObjectId replicaSetId = new ObjectId();
    private volatile String address = "";

    ServerIdentity(String setName) {
        this.setName = setName;
    }

    void listeningOn(String hostAndPort) {
        address = hostAndPort;
    }

    String setName() {
        return setName;
    }

    ObjectId replicaSetId() {
        return replicaSetId;
    }

    String address() {
        return address;
    }
}
