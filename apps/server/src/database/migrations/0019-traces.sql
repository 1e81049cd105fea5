-- Views and calls are logged, and the erasure of an account leaves nothing of the person.

-- A failed sign-in may have no known actor.
alter table audit_log alter column actor_id drop not null;

-- Former names of people, so that the audit log shows names as they were at the time. Deleted with the account.
create table former_names (
  user_id uuid not null references users on delete cascade,
  name    text not null,
  -- Time at which this name was replaced.
  until   timestamptz not null,
  primary key (user_id, until)
);

-- Every call of the API for 30 days: ids and routes, but no user input.
create table access_log (
  happened_at     timestamptz not null,
  account_id      uuid,
  impersonator_id uuid,
  address         text not null,
  method          text not null,
  path            text not null,
  status          smallint not null
);
create index access_log_by_time on access_log (happened_at);
create index access_log_by_account on access_log (account_id, happened_at) where account_id is not null;
create index access_log_by_address on access_log (address, happened_at);

-- The log contained administrators' search words as typed; from now on it contains a keyed hash.
alter table audit_log disable trigger audit_log_only_grows;
update audit_log set details = details - 'search' - 'perfectSearch' - 'potentialSearch'
where details ?| array['search', 'perfectSearch', 'potentialSearch'];
alter table audit_log enable trigger audit_log_only_grows;

-- The provider's events contained names of payers; only the ids are needed.
create function ids_of_event(body text) returns text language plpgsql as $$
declare
  payload jsonb := body::jsonb -> 'payload';
begin
  return jsonb_strip_nulls(jsonb_build_object('payload', jsonb_build_object(
    'payment', jsonb_build_object('entity', jsonb_build_object(
      'id', payload #> '{payment,entity,id}', 'order_id', payload #> '{payment,entity,order_id}')),
    'order', case when payload #> '{order,entity,id}' is not null
      then jsonb_build_object('entity', jsonb_build_object('id', payload #> '{order,entity,id}')) end,
    'refund', case when payload #> '{refund,entity,id}' is not null
      then jsonb_build_object('entity', jsonb_build_object(
        'id', payload #> '{refund,entity,id}', 'payment_id', payload #> '{refund,entity,payment_id}')) end
  )))::text;
exception when others then
  return '{}';
end
$$;
update payment_events set body = ids_of_event(body);
drop function ids_of_event;
