import { openSessions, type Queryable } from './samples.ts';

/** A teacher without an open request. */
export interface IdleTeacher {
  readonly userId: string;
  /** The code of the block they work in. */
  readonly block: string;
  readonly token: string;
}

/** Somebody who may write to somebody else. */
export interface AlertPair {
  readonly recipientId: string;
  readonly token: string;
}

const IDLE_TEACHERS = 1_000;
const SENDERS = 5_000;
const RECIPIENTS_EACH = 4;

/** Teachers who can post, so many that no two visitors are one at a time. */
export async function findIdleTeachers(client: Queryable, tokenSecret: string): Promise<IdleTeacher[]> {
  const { rows } = await client.query<Omit<IdleTeacher, 'token'>>(
    `select user_id as "userId", from_block as block from offers where request_id is null
    order by md5(user_id::text) limit $1`,
    [IDLE_TEACHERS],
  );
  const tokenOf = await openSessions(
    client,
    tokenSecret,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...row, token: tokenOf(row.userId) }));
}

/** Matches of one another, the senders by turns. */
export async function findAlertPairs(client: Queryable, tokenSecret: string): Promise<AlertPair[]> {
  const { rows } = await client.query<{ senderId: string; recipientId: string }>(
    `with senders as (
      select distinct on (md5(user_id::text)) * from offers where request_id is not null
      order by md5(user_id::text) limit $1
    )
    select mine.user_id as "senderId", theirs.user_id as "recipientId" from senders mine
    cross join lateral (
      select user_id, row_number() over () as place from (
        select distinct user_id from (
          select user_id from offers where subject = mine.subject and class_range = mine.class_range
            and from_district = mine.to_district and user_id <> mine.user_id
            and (category is null or mine.category is null or category = mine.category)
          limit $2
        ) as candidates
      ) as people
    ) theirs
    order by theirs.place, md5(mine.user_id::text)`,
    [SENDERS, RECIPIENTS_EACH],
  );
  const tokenOf = await openSessions(client, tokenSecret, [...new Set(rows.map(({ senderId }) => senderId))]);
  return rows.map(({ senderId, recipientId }) => ({ recipientId, token: tokenOf(senderId) }));
}

/** Takes away the people and alerts that a measurement left. */
export async function forgetWrites(client: Queryable): Promise<void> {
  await client.query("delete from users where email like 'bench-%@example.com'");
  await client.query('truncate alerts');
}
