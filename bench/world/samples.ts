import { randomUUID } from 'node:crypto';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type pg from 'pg';
import { createTokens } from '../../apps/server/src/sessions/tokens.ts';

/** Request of a teacher, with a session of its owner. */
export interface OwnRequest {
  readonly requestId: string;
  readonly userId: string;
  readonly token: string;
}

/** Search words, requests and people that calls use. Drawn from the data set; the same in every run. */
export interface Samples {
  readonly commonWords: readonly string[];
  readonly rareWords: readonly string[];
  readonly names: readonly string[];
  readonly schools: readonly string[];
  readonly largestStratum: readonly OwnRequest[];
  readonly smallStrata: readonly OwnRequest[];
  readonly administratorToken: string;
}

const WORDS = 50;
const PEOPLE = 100;
const REQUESTS = 50;
const SAMPLED_ROWS = 20_000;
const DAY = 24 * 60 * 60 * 1_000;

/** Draws the samples, and opens sessions for the callers. Deletes the sessions of earlier runs. */
export async function drawSamples(client: pg.Client, tokenSecret: string): Promise<Samples> {
  await client.query('delete from sessions');
  const words = await findWords(client);
  const people = await findPeople(client);
  const [largest, small] = [
    await findRequests(client, 'desc', 1),
    await findRequests(client, 'asc', REQUESTS),
  ];
  const { rows } = await client.query<{ id: string }>("select id from users where role = 'admin' limit 1");
  const signIn = await openSessions(client, tokenSecret, [
    ...new Set([...largest, ...small].map(({ userId }) => userId)),
    rows[0]?.id ?? '',
  ]);
  const signedIn = (request: Omit<OwnRequest, 'token'>) => ({ ...request, token: signIn(request.userId) });
  return {
    ...words,
    ...people,
    largestStratum: largest.map(signedIn),
    smallStrata: small.map(signedIn),
    administratorToken: signIn(rows[0]?.id ?? ''),
  };
}

/** Returns search words of about twenty thousand requests: the most common ones and rare ones. */
async function findWords(client: pg.Client) {
  const sample = `select search from requests where listed and mod(hashtext(id::text), greatest(1,
    (select count(*) from requests where listed) / ${SAMPLED_ROWS})) = 0`;
  const { rows } = await client.query<{ word: string }>(
    `select word from ts_stat($1) where char_length(word) > 2 and word !~ '=' order by ndoc desc, md5(word)`,
    [sample],
  );
  const latin = rows.map(({ word }) => word).filter((word) => !/\p{Script=Devanagari}/u.test(word));
  return { commonWords: latin.slice(0, WORDS), rareWords: latin.slice(-WORDS) };
}

/** Returns names and schools of people with a listed request who hide neither. */
async function findPeople(client: pg.Client) {
  const { rows } = await client.query<{ name: string; school: string }>(
    `select users.name, users.school_name as school from requests join users on users.id = requests.user_id
    where listed and not users.hide_name and not users.hide_school_name order by md5(requests.id::text) limit $1`,
    [PEOPLE],
  );
  return {
    names: rows.map(({ name }) => wordsOf(name).join(' ')),
    schools: rows.map(({ school }) => school),
  };
}

/** Returns requests of the largest stratum (subject, class level and category), or one of each of the smallest. */
async function findRequests(client: pg.Client, order: 'asc' | 'desc', strata: number) {
  const { rows } = await client.query<Omit<OwnRequest, 'token'>>(
    `with strata as (
      select subject, class_range, category from offers where request_id is not null and category is not null
      group by subject, class_range, category order by count(*) ${order}, 1, 2, 3 limit $1
    ), ranked as (
      select request_id, user_id, row_number() over (
        partition by offers.subject, offers.class_range, offers.category order by md5(request_id::text)) as place
      from offers join strata using (subject, class_range, category) where request_id is not null
    )
    select request_id as "requestId", user_id as "userId" from ranked
    order by place, md5(request_id::text) limit $2`,
    [strata, REQUESTS],
  );
  return rows;
}

/**
 * Opens sessions.
 * @returns the token of each of the people.
 */
export async function openSessions(
  client: pg.Client,
  tokenSecret: string,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const tokens = createTokens(tokenSecret);
  const [now, expiresAt] = [new Date(), new Date(Date.now() + DAY)];
  const sessions = userIds.map((userId) => ({ id: randomUUID(), userId }));
  await client.query(
    `insert into sessions (id, user_id, created_at, expires_at)
    select id, user_id, $3, $4 from unnest($1::uuid[], $2::uuid[]) as session (id, user_id)`,
    [sessions.map(({ id }) => id), userIds, now, expiresAt],
  );
  const signed = await Promise.all(
    sessions.map(async ({ id, userId }) => [userId, await tokens.sign({ id, userId, expiresAt })] as const),
  );
  const byUser = new Map(signed);
  return (userId) => byUser.get(userId) ?? '';
}
