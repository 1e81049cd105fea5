-- Number of people who fit a wish, counted without comparing identities: all offers of a person except the first are
-- marked.
alter table offers
  -- The person has an earlier offer with this subject and class level.
  add column repeats_posting boolean not null default false,
  -- The person has an earlier such offer that also leads to the same district.
  add column repeats_wish    boolean not null default false;

update offers
set repeats_posting = ranked.posting > 1, repeats_wish = ranked.wish > 1
from (
  select ctid as place,
    row_number() over (partition by user_id, subject, class_range order by request_id) as posting,
    row_number() over (partition by user_id, subject, class_range, to_district order by request_id) as wish
  from offers
) as ranked
where offers.ctid = ranked.place and ranked.posting > 1;

drop index offers_by_posting;
drop index offers_by_wish;
create index offers_by_posting on offers (subject, class_range, from_district, coalesce(category, ''), to_district)
  include (user_id, request_id, category, from_block, to_block, offered_at, repeats_posting, repeats_wish);
create index offers_by_wish on offers (subject, class_range, to_district, coalesce(category, ''), from_district)
  include (user_id, request_id, category, from_block, to_block, offered_at, repeats_posting, repeats_wish);
