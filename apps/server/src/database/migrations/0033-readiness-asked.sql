-- Teachers are asked whether they would take the place when a round starts, and before their readiness ends.

create table readiness_questions (
  request_id uuid primary key references requests on delete cascade,
  -- Time of the latest question.
  asked_at   timestamptz not null
);

-- Time at which the round had asked all teachers whether they are ready; null until then.
alter table rounds add column readiness_asked_at timestamptz;
update rounds set readiness_asked_at = created_at;

-- Deletes the text of a teacher about a no with the account.
create function agreement_steps_forget() returns trigger language plpgsql as $$
begin
  new.words := null;
  return new;
end
$$;
create trigger agreement_steps_forget before update of user_id on agreement_steps
  for each row when (new.user_id is null) execute function agreement_steps_forget();
update agreement_steps set words = null where user_id is null and words is not null;
create index agreement_steps_with_words on agreement_steps (id) where words is not null;
