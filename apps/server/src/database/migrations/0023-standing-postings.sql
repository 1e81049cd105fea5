-- A posting is announced some minutes after a server first saw it following its last change.
alter table offers_to_announce add column seen_at timestamptz;
drop index offers_to_announce_by_age;
create index offers_to_announce_by_age on offers_to_announce (seen_at nulls first);

-- Lists begin with the newest active request of each teacher; their other requests follow after all of these, so that
-- no teacher fills the first page. Written by members/projections.ts only.
alter table requests add column stands_back boolean not null default false;
update requests set stands_back = true
where status = 'active' and exists (
  select from requests as newer
  where newer.user_id = requests.user_id and newer.status = 'active' and newer.id > requests.id
);

drop index requests_listed;
drop index requests_listed_by_place;
drop index requests_listed_by_district;
drop index requests_listed_by_subject;
drop index requests_listed_by_subject_only;
drop index requests_listed_by_class;
drop index requests_listed_by_urgency;
drop index requests_listed_from_place;
drop index requests_listed_from_district;
create index requests_listed on requests (stands_back, id desc)
  include (desired_district, desired_block, subject, class_range, urgency) where listed;
create index requests_listed_by_place on requests (desired_district, desired_block, stands_back, id desc)
  include (subject, class_range, urgency) where listed;
create index requests_listed_by_district on requests (desired_district, stands_back, id desc)
  include (desired_block, subject, class_range, urgency) where listed;
create index requests_listed_by_subject on requests (subject, class_range, stands_back, id desc)
  include (desired_district, desired_block, urgency) where listed;
create index requests_listed_by_subject_only on requests (subject, stands_back, id desc)
  include (desired_district, desired_block, class_range, urgency) where listed;
create index requests_listed_by_class on requests (class_range, stands_back, id desc)
  include (desired_district, desired_block, subject, urgency) where listed;
create index requests_listed_by_urgency on requests (urgency, stands_back, id desc)
  include (desired_district, desired_block, subject, class_range) where listed;
create index requests_listed_from_place on requests (from_district, from_block, stands_back, id desc)
  include (desired_district, desired_block, subject, class_range, urgency) where listed;
create index requests_listed_from_district on requests (from_district, stands_back, id desc)
  include (from_block, desired_district, desired_block, subject, class_range, urgency) where listed;
