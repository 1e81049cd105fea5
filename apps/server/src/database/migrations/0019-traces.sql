-- Looks and calls leave a trace, and erasing an account leaves none of the person.

-- A failed sign-in has no actor that is known.
alter table audit_log alter column actor_id drop not null;

-- What people were called before, so that the audit log tells the names as they were then; goes with the account.
create table former_names (
  user_id uuid not null references users on delete cascade,
  name    text not null,
  -- The name was another one from then on.
  until   timestamptz not null,
  primary key (user_id, until)
);

-- Every call of the API for 30 days: ids and routes, nothing that was typed.
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

-- What administrators searched for stood in the log as they typed it: from now on as a keyed hash.
alter table audit_log disable trigger audit_log_only_grows;
update audit_log set details = details - 'search' - 'perfectSearch' - 'potentialSearch'
where details ?| array['search', 'perfectSearch', 'potentialSearch'];
alter table audit_log enable trigger audit_log_only_grows;

-- The provider's events named payers: what is needed of them are the ids.
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
