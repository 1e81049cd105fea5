-- Texts that a request had when it was last listed, while an edit of it is held for an administrator. They return if the administrator
-- refuses the new ones. Null for a request that was never listed.
alter table requests
  add column former_reason text,
  add column former_additional_info text,
  -- Time at which the text was held. Null for requests that an earlier version of the server held.
  add column held_at timestamptz;
