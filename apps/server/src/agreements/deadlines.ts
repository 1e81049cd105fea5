import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { type Kysely, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { createReminders, type FindDue } from '../notices/notices.ts';
import type { Database } from '../platform/database/tables.ts';
import { takeSteps, workThrough } from '../platform/repeat-work.ts';
import { readRules, rulesBegan } from '../platform/rules.ts';
import { changeAgreement, conclude, obstacleOf } from './change-agreement.ts';
import { lockAgreement } from './lock-agreement.ts';
import { agreeSilently } from './readiness.ts';
import { planRunningAgain } from './rounds.ts';
import { runRounds } from './run-rounds.ts';

const AT_ONCE = 500;

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

/** Finds proposals that are older than today's rules and whose group these rules forbid. */
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

interface Due {
  id: string;
  user_id: string;
  request_id: string | null;
  to_block: string;
  size: number;
  deadline: Date;
}

function findDue({ hours, nextHours }: { hours: number; nextHours: number }, now: Date): FindDue {
  const [soonest, latest] = [nextHours, hours].map(
    (ahead) => new Date(now.getTime() + ahead * MILLISECONDS_AN_HOUR),
  );
  const createdBefore = new Date(now.getTime() - MILLISECONDS_AN_HOUR);
  return async (transaction, atMost) => {
    const { rows } = await sql<Due>`
      select agreements.id, user_id, request_id, to_block, size, deadline from agreements
      join agreement_members on agreement_id = agreements.id
      where agreements.state = 'proposed' and consent_id is null and deadline > ${soonest} and deadline <= ${latest}
        and agreements.created_at <= ${createdBefore} and answer = 'open' and user_id is not null and not exists (
          select from alerts where to_user_id = user_id and kind = 'deadline_near'
            and details->>'agreementId' = agreements.id::text and details->>'hours' = ${String(hours)})
      order by agreements.id, user_id limit ${atMost}`.execute(transaction);
    return rows.map(({ id, user_id, request_id, to_block, size, deadline }) => ({
      recipientId: user_id,
      requestId: request_id,
      content: {
        kind: 'deadline_near' as const,
        agreementId: id,
        block: to_block,
        length: size,
        hours,
        deadline: deadline.toISOString(),
      },
    }));
  };
}

/**
 * Hours before the deadline at which members without an answer are reminded. A proposal of the last hour gets no reminder, because its
 * members were just notified of it.
 */
const REMINDED_HOURS = [24, 1];

/** Reminds members without an answer twice: a day and an hour before the deadline. */
export async function remindOfDeadlines(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, hours] of REMINDED_HOURS.entries()) {
    const nextHours = REMINDED_HOURS[index + 1] ?? 0;
    await createReminders(db, findDue({ hours, nextHours }, now), now);
  }
}

interface Follow {
  db: Kysely<Database>;
  now: () => Date;
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

/** Ends a proposal at its deadline, or agrees for its silent members, unless another server did so before the lock was taken. */
async function expire(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  const step: AgreementStep = { kind: 'expire' };
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed' || agreement.deadline > now) return;
    if (await agreeSilently(transaction, agreement, now)) return;
    await changeAgreement(transaction, agreement, { step, now });
  });
}

async function endHindered(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    const reason = await obstacleOf(transaction, agreement, now);
    if (reason !== null)
      await changeAgreement(transaction, agreement, { step: { kind: 'end', reason }, now });
  });
}

async function goOn(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    if (agreement.deadline <= now && !agreement.silence_agrees) return;
    if (agreement.waits_until === null || agreement.waits_until > now) return;
    await conclude(transaction, agreement, now);
  });
}

interface AgreementJobs extends JobWatch {
  db: Kysely<Database>;
  /** Starts the due rounds of the open season. Runs before each scan. */
  startDueRounds: () => Promise<void>;
  now: () => Date;
}

const FOLLOW = 'follow-agreements';
const PLAN_AGAIN = 'plan-rounds-again';
const EVERY_NIGHT = '0 3 * * *';
const EVERY_MINUTE = '* * * * *';
const POLLING_SECONDS = 1;

/**
 * Starts the job that scans for due work, every minute and on demand, and the one that plans running rounds again each night. Due work is
 * stored in rows, written in the transaction that made it due. The job only triggers a scan, so a lost or duplicate job is harmless.
 *
 * @returns a function that triggers a scan.
 */
export async function startAgreementJobs(
  boss: PgBoss,
  { db, startDueRounds, now, ...watch }: AgreementJobs,
): Promise<() => Promise<void>> {
  // `short`: at most one such job is queued, however many are running.
  await boss.createQueue(FOLLOW, { policy: 'short', retryLimit: 0 });
  await boss.schedule(FOLLOW, EVERY_MINUTE);
  const follow = workCounted(FOLLOW, watch, () => takeSteps([startDueRounds, () => followAll({ db, now })]));
  await boss.work(FOLLOW, { pollingIntervalSeconds: POLLING_SECONDS }, follow);
  const agreementsDue = async () => void (await boss.send(FOLLOW));
  await boss.createQueue(PLAN_AGAIN);
  await boss.schedule(PLAN_AGAIN, EVERY_NIGHT, null, { tz: 'Asia/Kolkata' });
  const planAgain = workCounted(PLAN_AGAIN, watch, async () => {
    await planRunningAgain(db, now());
    await agreementsDue();
  });
  await boss.work(PLAN_AGAIN, planAgain);
  return agreementsDue;
}
