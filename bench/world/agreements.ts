import type { Pool } from 'pg';

/** Number of agreements in a data set, as in a season of the whole state. */
const AGREEMENTS = 5_000;

/**
 * Adds agreements of two teachers each until the data set has 5,000. Half of them are open proposals, the others
 * agreed, in progress, completed or declined. SQL writes them directly, so they serve reads only: the members did not
 * wish for these places.
 */
export async function addAgreements(pool: Pool): Promise<void> {
  const { rows } = await pool.query('select from agreements limit 1');
  if (rows.length > 0) return;
  const client = await pool.connect();
  try {
    for (const statement of ['begin', pairs, agreements, members, steps, 'commit', 'analyze']) {
      await client.query(statement);
    }
  } finally {
    client.release();
  }
}

const pairs = `
  create temporary table pairs on commit drop as
  with members as (
    select distinct on (user_id) user_id, requests.id as request_id, users.block,
      requests.subject, requests.class_range, users.category
    from requests join users on users.id = user_id
    where listed and users.block is not null order by user_id, requests.id
  ), seats as (
    select *, row_number() over (order by md5(user_id::text)) - 1 as seat from members
  )
  select gen_random_uuid() as id, first.*, second.user_id as other_id, second.request_id as other_request,
    second.block as other_block, now() - make_interval(mins => first.seat::int) as at,
    (array['proposed', 'proposed', 'proposed', 'proposed', 'proposed', 'agreed', 'agreed', 'in_progress',
      'completed', 'declined'])[1 + (first.seat / 2) % 10] as state
  from seats first join seats second on second.seat = first.seat + 1
  where first.seat % 2 = 0 order by first.seat limit ${AGREEMENTS}`;

const agreements = `
  insert into agreements (id, state, source, proposed_by, size, subject, class_range, category, requests_key, created_at, deadline,
    agreed_at, submitted_at, ended_at, reason)
  select id, state, 'teacher', user_id, 2, subject, class_range, category, id::text, at, now() + interval '300 days',
    case when state in ('agreed', 'in_progress', 'completed') then at + interval '1 hour' end,
    case when state in ('in_progress', 'completed') then at + interval '2 hours' end,
    case when state in ('completed', 'declined') then at + interval '3 hours' end,
    case state when 'declined' then 'refused' end
  from pairs`;

const members = `
  insert into agreement_members (agreement_id, position, state, user_id, request_id, from_block, to_block, answer, answered_at)
  select id, 0, state, user_id, request_id, block, other_block, 'yes', at from pairs
  union all
  select id, 1, state, other_id, other_request, other_block, block,
    case state when 'proposed' then 'open' when 'declined' then 'no' else 'yes' end,
    case state when 'proposed' then null else at + interval '1 hour' end
  from pairs`;

const steps = `
  insert into agreement_steps (id, agreement_id, user_id, kind, happened_at)
  select gen_random_uuid(), id, user_id, 'proposed', at from pairs
  union all
  select gen_random_uuid(), id, other_id, case state when 'declined' then 'no' else 'yes' end, at + interval '1 hour'
  from pairs where state <> 'proposed'`;
