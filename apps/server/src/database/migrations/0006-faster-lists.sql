-- Words beside filters, and matches of large groups of teachers, from one index each.

-- A mark for each filter stands among a request's words, so that the index of words alone knows which requests have a
-- word and pass a filter: see people/search-words.ts, which also adds the common words that others begin with whenever
-- a request is written from now on.
update requests
set search = search || array_to_tsvector(array[
  'desired_district=' || desired_district,
  'desired_block=' || coalesce(desired_block, ''),
  'subject=' || subject,
  'class_range=' || class_range,
  'urgency=' || urgency
])
where status in ('active', 'pending');

-- Only offers of one's own category, or of none, are read; for pairs only those that lead the other way.
drop index offers_by_posting;
drop index offers_by_wish;
create index offers_by_posting on offers (subject, class_range, from_district, coalesce(category, ''), to_district)
  include (user_id, request_id, category, from_block, to_block, offered_at);
create index offers_by_wish on offers (subject, class_range, to_district, coalesce(category, ''), from_district)
  include (user_id, request_id, category, from_block, to_block, offered_at);
