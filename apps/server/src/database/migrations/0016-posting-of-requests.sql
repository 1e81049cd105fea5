-- Posting of a request's owner, copied to the request so that the list can be filtered by it: see
-- members/projections.ts, the only writer. Null for an owner without a posting.
alter table requests add column from_district text, add column from_block text;

update requests
set from_district = users.district,
  from_block = users.block,
  -- Adds the marks of these filters to each request's words.
  search = case
    when status in ('active', 'pending') then search || array_to_tsvector(array[
      'from_district=' || coalesce(users.district, ''),
      'from_block=' || coalesce(users.block, '')
    ])
    else search
  end
from users
where users.id = requests.user_id;

create index requests_listed_from_place on requests (from_district, from_block, id desc)
  include (desired_district, desired_block, subject, class_range, urgency) where listed;
create index requests_listed_from_district on requests (from_district, id desc)
  include (from_block, desired_district, desired_block, subject, class_range, urgency) where listed;
