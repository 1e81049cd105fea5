-- True if the switch "accept for me" gave the yes of the member. It never answers the same proposer twice, and is
-- switched off once the proposal becomes an agreement.
alter table agreement_members add column is_accepted_for_me boolean not null default false;
