-- Administrators of districts. A server of the previous version treats them as administrators of the state: create them when every server
-- has this version.
alter table users
  -- Codes of the districts that an administrator is limited to; null for administrators of the state, and for teachers.
  add column administers text[],
  -- Office of an administrator, which decisions print beside the designation.
  add column office text check (char_length(office) <= 120),
  add constraint users_administers_districts check (administers is null or (role = 'admin' and cardinality(administers) > 0));
-- Index for administrators of districts, whose lists are restricted by the district of the posting.
create index users_by_district on users (district, id) where role = 'teacher';
