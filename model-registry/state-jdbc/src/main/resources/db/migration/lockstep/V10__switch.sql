-- What is switched for all models at once.

CREATE TABLE lockstep_switch (
    name VARCHAR(63) PRIMARY KEY,
    is_on BOOLEAN NOT NULL
);
