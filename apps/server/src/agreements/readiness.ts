import { mustStateService, READINESS_ASKED_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type NotNull, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { createNotices } from '../notices/notices.ts';
import type { Database, Db, RoundRow } from '../platform/database/tables.ts';
import { readRules } from '../platform/rules.ts';
import { changeAgreement, conclude } from './change-agreement.ts';
import { isOut } from './exclusions.ts';
import type { WholeAgreement } from './lock-agreement.ts';
import { findCurrentMembers } from './members-today.ts';

type Question = 'readiness_round' | 'readiness_ending';

const AT_ONCE = 500;

/**
 * Asks teachers whether they would take the place of their request: once when a round starts, for all unready teachers of its subjects and
 * districts, and again before their readiness expires. Each question is a row, written together with its notice, so two servers ask only
 * once.
 */
export async function askReadiness(db: Db, running: readonly RoundRow[], now: Date): Promise<void> {
  await askAll(db, { kind: 'readiness_ending', condition: endsSoon(now) }, now);
  for (const round of running) {
    // If silence agrees, the season has already asked for consent instead of readiness.
    if (round.readiness_asked_at !== null || round.silence_agrees) continue;
    const condition = isNotReadyFor(round, now);
    await askAll(db, { kind: 'readiness_round', condition, roundId: round.id }, now);
    await db.updateTable('rounds').set({ readiness_asked_at: now }).where('id', '=', round.id).execute();
  }
}

function endsSoon(now: Date): RawBuilder<SqlBool> {
  const soon = new Date(now.getTime() + READINESS_ASKED_DAYS * MILLISECONDS_A_DAY);
  const lately = new Date(now.getTime() - READINESS_ASKED_DAYS * MILLISECONDS_A_DAY);
  return sql<SqlBool>`ready_until > ${now} and ready_until <= ${soon} and coalesce(asked_at <= ${lately}, true)`;
}

/** Returns the condition of requests that are not ready for a round, without those asked since the round started. */
function isNotReadyFor({ subjects, districts, created_at }: RoundRow, now: Date): RawBuilder<SqlBool> {
  const ofSubjects = subjects === null ? sql`true` : sql`subject = any(${subjects}::text[])`;
  const ofDistricts = districts === null ? sql`true` : sql`from_district = any(${districts}::text[])`;
  return sql<SqlBool>`coalesce(ready_until <= ${now}, true) and ${ofSubjects} and ${ofDistricts}
    and coalesce(asked_at < ${created_at}, true)`;
}

interface Asking {
  kind: Question;
  /** Condition of the requests whose owners are asked. */
  condition: RawBuilder<SqlBool>;
  roundId?: string;
}

async function askAll(db: Db, { kind, condition, roundId }: Asking, now: Date): Promise<void> {
  let asked: number;
  do {
    asked = await db.transaction().execute(async (transaction) => {
      // Locks the accounts before the questions, as an erasure does.
      const { rows } = await sql<{ id: string; user_id: string }>`
        with due as (
          select wanted.id from (
            select requests.id, user_id from requests left join readiness_questions on request_id = requests.id
            where listed and ${condition} order by requests.id limit ${AT_ONCE}
          ) as wanted join users on users.id = user_id for key share of users
        ), asked as (
          insert into readiness_questions (request_id, asked_at) select id, ${now} from due
          on conflict (request_id) do update set asked_at = excluded.asked_at
            where readiness_questions.asked_at < excluded.asked_at
          returning request_id
        )
        select requests.id, user_id from asked join requests on requests.id = request_id`.execute(
        transaction,
      );
      // A teacher with several requests is asked once.
      const byTeacher = new Map(rows.map(({ id, user_id }) => [user_id, id]));
      const notices = [...byTeacher].map(([recipientId, requestId]) => ({
        recipientId,
        requestId,
        content: { kind },
      }));
      await createNotices(transaction, notices, now);
      if (roundId !== undefined) await writeAskedTeachers(transaction, roundId, [...byTeacher.values()], now);
      return rows.length;
    });
  } while (asked === AT_ONCE);
}

/** Stores the teachers whom a round asked, with their district and subject. */
async function writeAskedTeachers(
  db: Db,
  roundId: string,
  requestIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, asked_at)
    select distinct on (user_id) ${roundId}::uuid, user_id, from_district, subject, ${now}::timestamptz
    from requests where id = any(${[...requestIds]}::uuid[]) and from_district is not null order by user_id, id
    on conflict (round_id, user_id) do update set asked_at = excluded.asked_at where noted.asked_at is null`.execute(
    db,
  );
}

/**
 * Returns the condition that the teacher consented to the plans of a season, has not withdrawn the consent, and has neither objected to a
 * group of that season nor left one, and is not out of it.
 */
export function consents(userColumn: string, seasonId: string, now: Date): RawBuilder<SqlBool> {
  const teacher = sql.ref(userColumn);
  return sql<SqlBool>`exists (
      select from season_consents where season_id = ${seasonId} and user_id = ${teacher}
        and given_at is not null and withdrawn_at is null
    ) and not exists (
      select from agreement_steps
      join agreements on agreements.id = agreement_id join rounds on rounds.id = agreements.round_id
      where agreement_steps.user_id = ${teacher} and rounds.season_id = ${seasonId} and kind in ('no', 'leave')
    ) and not ${isOut(userColumn, now)}`;
}

/** Returns the ids of the current consents of these teachers, by teacher id. */
export async function findConsents(
  db: Db,
  seasonId: string,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('season_consents')
    .select(['id', 'user_id'])
    .where('season_id', '=', seasonId)
    .where('user_id', 'in', userIds)
    .$narrowType<{ user_id: NotNull }>()
    .where(consents('season_consents.user_id', seasonId, now))
    .execute();
  return new Map(rows.map(({ id, user_id }) => [user_id, id]));
}

/**
 * Records a yes for each member who consented before the plan and did not object by the deadline, as a step that names the consent. The
 * last yes concludes the agreement.
 *
 * @returns false if silence does not agree to this proposal, or not for all of its silent members.
 */
export async function agreeSilently(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  now: Date,
): Promise<boolean> {
  if (!agreement.silence_agrees) return false;
  const silent = agreement.members.filter(({ answer }) => answer === 'open');
  if (!(await haveConsent(transaction, silent, now))) return false;
  if (silent.length === 0) await conclude(transaction, agreement, now);
  let changed = agreement;
  for (const { user_id } of silent) {
    changed = await changeAgreement(transaction, changed, {
      step: { kind: 'silence', by: user_id ?? '' },
      now,
    });
  }
  return true;
}

/** Returns true if each of these members has a consent, and has stated the service facts that the rules of the day require. */
async function haveConsent(
  transaction: Transaction<Database>,
  silent: WholeAgreement['members'],
  now: Date,
): Promise<boolean> {
  if (silent.some(({ user_id, consent_id }) => user_id === null || consent_id === null)) return false;
  const requests = silent.flatMap(({ request_id }) => request_id ?? []);
  const [present, rules] = [
    await findCurrentMembers(transaction, requests, now),
    await readRules(transaction, now),
  ];
  return present.every(({ joined_on }) => !mustStateService(joined_on, rules));
}
