import { openSessions, type Queryable } from './samples.ts';

/** Teacher without an open request. */
export interface IdleTeacher {
  readonly userId: string;
  /** Code of the block where they work. */
  readonly block: string;
  readonly token: string;
}

/** Teacher, and another one whom they may write to. */
export interface AlertPair {
  readonly recipientId: string;
  readonly token: string;
}

const IDLE_TEACHERS = 1_000;
const SENDERS = 5_000;
/** Number of recipients per sender, below the product's limit per day. */
const RECIPIENTS_EACH = 15;

/** Returns enough teachers who can post that no two concurrent visitors are the same. */
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

/** Returns pairs of matches, with the senders taking turns. */
export async function findAlertPairs(client: Queryable, tokenSecret: string): Promise<AlertPair[]> {
  const { rows } = await client.query<{ senderId: string; recipientId: string }>(
    `with numbered as (
      select *, row_number() over (
        partition by subject, class_range, category, from_district order by md5(user_id::text)) as place
      from offers
    ), senders as (
      select * from offers where request_id is not null order by md5(request_id::text) limit $1
    ), pairs as (
      select distinct mine.user_id as sender_id, theirs.user_id as recipient_id
      from senders mine join numbered theirs on theirs.subject = mine.subject
        and theirs.class_range = mine.class_range and theirs.category = mine.category
        and theirs.from_district = mine.to_district and theirs.user_id <> mine.user_id
      where theirs.place <= $2
    )
    select sender_id as "senderId", recipient_id as "recipientId" from pairs
    order by row_number() over (partition by sender_id order by md5(sender_id::text || recipient_id)),
      md5(sender_id::text)`,
    [SENDERS, RECIPIENTS_EACH],
  );
  const tokenOf = await openSessions(client, tokenSecret, [...new Set(rows.map(({ senderId }) => senderId))]);
  return rows.map(({ senderId, recipientId }) => ({ recipientId, token: tokenOf(senderId) }));
}

/** Deletes the people and alerts that a measurement created. */
export async function forgetWrites(client: Queryable): Promise<void> {
  await client.query("delete from users where email like 'bench-%@example.com'");
  await client.query('delete from alerts');
}
