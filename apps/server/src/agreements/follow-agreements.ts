import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { takeSteps, workThrough } from '../process-each.ts';
import { readRules, rulesBegan } from '../rules/read-rules.ts';
import { agreeSilently } from './agree-silently.ts';
import { changeAgreement, conclude } from './change-agreement.ts';
import { holdAgreement } from './locked-agreement.ts';
import { obstacleOf } from './obstacle.ts';
import { runRounds } from './run-rounds.ts';

const AT_ONCE = 500;

interface Follow {
  readonly db: Kysely<Database>;
  readonly now: () => Date;
}

/**
 * Does all due work: expired deadlines, held requests that became free, and rounds. A failed step does not stop the others.
 *
 * @throws {AggregateError} at the end, of the failed steps.
 */
export function followAll(work: Follow): Promise<void> {
  return takeSteps([() => followAgreements(work), () => runRounds(work)]);
}

/**
 * Ends proposals past their deadline, with an expired request, or forbidden by today's rules, and concludes those that waited for a held
 * request.
 *
 * @throws {AggregateError} at the end, of those that failed.
 */
export function followAgreements({ db, now }: Follow): Promise<void> {
  const moment = now();
  const each = (find: () => Promise<{ id: string }[]>, follow: typeof expire) => async () =>
    workThrough(await find(), ({ id }) => follow(db, id, moment));
  return takeSteps([
    each(() => findOverdue(db, moment), expire),
    each(() => findWaiting(db, moment), goOn),
    each(() => findOfExpired(db), endHindered),
    each(() => findUnruly(db, moment), endHindered),
  ]);
}

function findOverdue(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('state', '=', 'proposed')
    .where('deadline', '<=', now)
    .where((row) =>
      row.or([
        row('waits_until', 'is', null),
        row('waits_until', '<=', now),
        row('silence_agrees', '=', false),
      ]),
    )
    .orderBy('deadline')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals whose held request became free. */
function findWaiting(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('state', '=', 'proposed')
    .where('waits_until', '<=', now)
    .orderBy('waits_until')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals with an expired request. */
function findOfExpired(db: Kysely<Database>): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .innerJoin('agreement_members', 'agreement_id', 'agreements.id')
    .innerJoin('requests', 'requests.id', 'request_id')
    .select('agreements.id')
    .distinct()
    .where('agreements.state', '=', 'proposed')
    .where('requests.status', '=', 'expired')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals of earlier days whose group today's rules forbid. */
async function findUnruly(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  const { largestGroup, mustBeEqual, joinedBy } = await readRules(db, now);
  const columns = {
    subject: 'requests.subject',
    classRange: 'requests.class_range',
    category: 'users.category',
  };
  const isTooShort = sql`bool_or(users.joined_on > ${joinedBy}::date)`;
  const differ = mustBeEqual.map((attribute) => sql`count(distinct ${sql.ref(columns[attribute])}) > 1`);
  const { rows } = await sql<{ id: string }>`
    select id from agreements
    where state = 'proposed' and created_at < ${await rulesBegan(db, now)} and (size > ${largestGroup} or exists (
      select from agreement_members
      join requests on requests.id = request_id join users on users.id = agreement_members.user_id
      where agreement_id = agreements.id
      having ${sql.join([isTooShort, ...differ], sql` or `)}
    )) order by id limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** Ends a proposal at its deadline, or agrees for its silent members, unless another server did so before the lock was taken. */
async function expire(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  const step: AgreementStep = { kind: 'expire' };
  await db.transaction().execute(async (transaction) => {
    const agreement = await holdAgreement(transaction, id);
    if (agreement?.state !== 'proposed' || agreement.deadline > now) return;
    if (await agreeSilently(transaction, agreement, now)) return;
    await changeAgreement(transaction, agreement, { step, now });
  });
}

async function endHindered(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await holdAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    const reason = await obstacleOf(transaction, agreement, now);
    if (reason !== null)
      await changeAgreement(transaction, agreement, { step: { kind: 'end', reason }, now });
  });
}

async function goOn(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await holdAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    if (agreement.deadline <= now && !agreement.silence_agrees) return;
    if (agreement.waits_until === null || agreement.waits_until > now) return;
    await conclude(transaction, agreement, now);
  });
}
