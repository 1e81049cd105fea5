import { READINESS_ASKED_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, RoundRow } from '../../database/tables.ts';
import { createNotices } from '../../notices/create-notices.ts';

type Question = 'readiness_round' | 'readiness_ending';
type Db = Kysely<Database>;

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
  readonly kind: Question;
  /** Condition of the requests whose owners are asked. */
  readonly condition: RawBuilder<SqlBool>;
  readonly roundId?: string;
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
