-- Counters of limits expire by the clock of the database. Deletes the counters that were counted by the servers'
-- clocks.
drop table rate_limits;
create table rate_limits (
  key        text primary key,
  points     integer not null,
  expires_at timestamptz not null
);
create index rate_limits_by_expiry on rate_limits (expires_at);
