import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { propose } from '../agreements/propose.ts';
import { takeMemberStep } from '../agreements/take-step.ts';
import type { Database } from '../platform/database/tables.ts';
import { followSeasons } from '../seasons/follow-seasons.ts';

/** Two demo teachers, each of whom wants the other's place, and their requests. */
interface Pair {
  email: string;
  mine: string;
  mineRequest: string;
  theirs: string;
  theirsRequest: string;
}

const READY_FOR_DAYS = 20;
const HOUR = 3_600_000;

/**
 * Creates examples of what follows a match: a proposal that waits for the teacher of the first demo login, an agreement in progress, a
 * completed agreement, and an open season of the demo administrator. The first round of the season covers half of all requests, whose
 * teachers are ready.
 */
export async function addDemoAgreements(db: Kysely<Database>, now: Date): Promise<void> {
  const [waiting, underWay, moved] = await findDemoPairs(db, 3);
  const before = (days: number) => new Date(now.getTime() - days * MILLISECONDS_A_DAY);
  if (moved !== undefined)
    await db.transaction().execute((transaction) => complete(transaction, moved, before(12)));
  if (underWay !== undefined)
    await db.transaction().execute((transaction) => agree(transaction, underWay, before(2)));
  if (waiting !== undefined) {
    const asked = new Date(now.getTime() - 3 * HOUR);
    await db
      .transaction()
      .execute((transaction) =>
        propose(transaction, waiting.theirs, [waiting.theirsRequest, waiting.mineRequest], asked),
      );
  }
  await makeReady(db, now);
  await openSeason(db, now);
  await followSeasons(db, now);
}

/** Returns the email address of the first demo teacher who is a member of an agreement in this state. */
export async function findDemoMember(
  db: Kysely<Database>,
  state: 'in_progress' | 'completed',
): Promise<string | undefined> {
  const member = await db
    .selectFrom('agreement_members')
    .innerJoin('users', 'users.id', 'agreement_members.user_id')
    .select('email')
    .where('agreement_members.state', '=', state)
    .where('users.is_demo', '=', true)
    .orderBy('agreement_id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return member?.email;
}

/** Returns pairs in which no teacher occurs twice, oldest accounts first, so that the first pair is the best example for a demo login. */
export async function findDemoPairs(db: Kysely<Database>, most: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select users.email, mine.user_id as mine, mine.request_id as "mineRequest",
      theirs.user_id as theirs, theirs.request_id as "theirsRequest"
    from offers mine
    join offers theirs
      on theirs.subject = mine.subject and theirs.class_range = mine.class_range
      and theirs.category = mine.category and theirs.user_id <> mine.user_id
      and theirs.from_block = mine.to_block and theirs.to_block = mine.from_block
    join users on users.id = mine.user_id
    where mine.request_id is not null and theirs.request_id is not null and users.is_demo
    order by users.created_at, users.email
    limit 60`.execute(db);
  const taken = new Set<string>();
  const isFree = ({ mine, theirs }: Pair) => !taken.has(mine) && !taken.has(theirs);
  const take = ({ mine, theirs }: Pair) => taken.add(mine).add(theirs);
  return rows.filter((pair) => isFree(pair) && take(pair)).slice(0, most);
}

async function agree(transaction: Transaction<Database>, pair: Pair, start: Date): Promise<string> {
  const { id } = await propose(transaction, pair.mine, [pair.mineRequest, pair.theirsRequest], start);
  const answered = new Date(start.getTime() + 5 * HOUR);
  await takeMemberStep(
    transaction,
    { id, userId: pair.theirs },
    { step: { kind: 'answer', by: pair.theirs, answer: 'yes' }, now: answered },
  );
  const submitted = new Date(start.getTime() + 20 * HOUR);
  await takeMemberStep(
    transaction,
    { id, userId: pair.mine },
    { step: { kind: 'tick', by: pair.mine, step: 'submitted' }, now: submitted },
  );
  return id;
}

async function complete(transaction: Transaction<Database>, pair: Pair, start: Date): Promise<void> {
  const id = await agree(transaction, pair, start);
  for (const [index, step] of (['otp', 'ordered', 'joined'] as const).entries()) {
    const now = new Date(start.getTime() + (2 + 3 * index) * MILLISECONDS_A_DAY);
    for (const by of [pair.mine, pair.theirs]) {
      await takeMemberStep(transaction, { id, userId: by }, { step: { kind: 'tick', by, step }, now });
    }
  }
}

/** Opens a season whose first round is due, with a second one a week later. */
async function openSeason(db: Kysely<Database>, now: Date): Promise<void> {
  const day = (days: number) => new Date(now.getTime() + days * MILLISECONDS_A_DAY);
  const id = newId({ msecs: now.getTime() });
  const dates = { opens_at: day(-4), list_closes_at: day(-1), closed_at: day(21), created_at: day(-4) };
  const names = { name: 'Demo season', order_name: 'Demo order 1' };
  const settings = { consent: 'after', relieving: false } as const;
  const created_by = sql<string>`(select id from users where is_demo and role = 'admin')`;
  await db
    .insertInto('seasons')
    .values({ id, ...names, ...dates, ...settings, created_by })
    .execute();
  const rounds = [
    { number: 1, asked_from: day(-2), proposals_at: now, answers_until: day(3) },
    { number: 2, asked_from: day(7), proposals_at: day(9), answers_until: day(12) },
  ];
  await db
    .insertInto('season_rounds')
    .values(rounds.map((round) => ({ season_id: id, ...round })))
    .execute();
}

/** Marks the teachers of every second request as ready, by the id of the request, so that demo data is the same each time. */
async function makeReady(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('requests')
    .set({ ready_until: new Date(now.getTime() + READY_FOR_DAYS * MILLISECONDS_A_DAY) })
    .where('status', '=', 'active')
    .where(sql<boolean>`substr(md5(id::text), 1, 1) < '8'`)
    .execute();
}
