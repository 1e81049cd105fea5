-- The switch "accept for me" said the member's yes. It says none to the same proposer again, and is switched off once the proposal is agreed.
alter table agreement_members add column is_accepted_for_me boolean not null default false;
