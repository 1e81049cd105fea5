-- Teachers who moved without an agreement of the product and declared it by completing their request. A row outlives
-- its request and its account, because past figures do not change. Completions by agreement are rows of `agreements`.
create table declared_completions (
  id           uuid primary key default gen_random_uuid(),
  request_id   uuid unique references requests on delete set null,
  completed_at timestamptz not null
);
create index declared_completions_by_time on declared_completions (completed_at);

insert into declared_completions (request_id, completed_at)
select id, coalesce(completed_at, created_at) from requests
where status = 'completed'
  and not exists (select from agreement_members where request_id = requests.id and agreement_members.state = 'completed');

create index agreements_completed on agreements (ended_at) where state = 'completed';
