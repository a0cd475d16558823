-- When a waiting key is to be checked; the epoch is "at once".
ALTER TABLE lockstep_waiting_key
    ADD COLUMN due TIMESTAMP(6) WITH TIME ZONE DEFAULT TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00:00' NOT NULL;

CREATE INDEX lockstep_waiting_key_due ON lockstep_waiting_key (due, model);
