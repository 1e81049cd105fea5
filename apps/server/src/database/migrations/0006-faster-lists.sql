-- One index each for words combined with filters, and for matches of large groups of teachers.

-- A mark for each filter is stored among a request's words, so that the index of words alone finds the requests that
-- have a word and pass a filter. Requests written from now on also contain each common word with which one of their
-- words begins.
update requests
set search = search || array_to_tsvector(array[
  'desired_district=' || desired_district,
  'desired_block=' || coalesce(desired_block, ''),
  'subject=' || subject,
  'class_range=' || class_range,
  'urgency=' || urgency
])
where status in ('active', 'pending');

-- A match reads only offers of the same category or of none; a pair only those that lead in the opposite direction.
drop index offers_by_posting;
drop index offers_by_wish;
create index offers_by_posting on offers (subject, class_range, from_district, coalesce(category, ''), to_district)
  include (user_id, request_id, category, from_block, to_block, offered_at);
create index offers_by_wish on offers (subject, class_range, to_district, coalesce(category, ''), from_district)
  include (user_id, request_id, category, from_block, to_block, offered_at);
