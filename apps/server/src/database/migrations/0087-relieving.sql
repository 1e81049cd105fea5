-- Relieving is a step of members in seasons that have it.
alter table agreement_steps
  drop constraint agreement_steps_kind_check,
  add constraint agreement_steps_kind_check check (kind in
    ('proposed', 'yes', 'no', 'silence', 'leave', 'submitted', 'otp', 'ordered', 'relieved', 'joined', 'end', 'agreed', 'completed',
     'extended', 'undone', 'record_moved'));
create unique index agreement_steps_once on agreement_steps (agreement_id, user_id, kind)
  where kind in ('otp', 'ordered', 'relieved', 'joined');
drop index agreement_steps_ticked_once;
