-- A report remains when the account of its reporter is erased, so that the reported teacher does not escape a
-- decision. The name and the words of the reporter are deleted.
alter table reports alter column reporter_id drop not null;
alter table reports drop constraint reports_reporter_id_fkey;
alter table reports add constraint reports_reporter_id_fkey
  foreign key (reporter_id) references users on delete set null;

create function forget_words_of_reporter() returns trigger language plpgsql as $$
begin
  new.words := null;
  return new;
end
$$;
create trigger forget_words_of_reporter before update of reporter_id on reports
  for each row when (new.reporter_id is null) execute function forget_words_of_reporter();
