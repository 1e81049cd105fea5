import { READINESS_ASKED_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RoundRow } from '../database/agreement-tables.ts';
import type { Database } from '../database/schema.ts';
import { createNotices } from '../notices/create-notices.ts';

type Question = 'readiness_round' | 'readiness_ending';
type Db = Kysely<Database>;

const AT_ONCE = 500;

/**
 * Asks teachers if they would take the place of their request: once when a round starts, for all unready teachers of its subjects, and
 * again before their readiness expires. Each question is a row, written together with its notice, so two servers ask only once.
 */
export async function askReadiness(db: Db, round: RoundRow | undefined, now: Date): Promise<void> {
  await askAll(db, 'readiness_ending', endsSoon(now), now);
  if (round === undefined || round.readiness_asked_at !== null) return;
  await askAll(db, 'readiness_round', isNotReadyFor(round, now), now);
  await db.updateTable('rounds').set({ readiness_asked_at: now }).where('id', '=', round.id).execute();
}

function endsSoon(now: Date): RawBuilder<SqlBool> {
  const soon = new Date(now.getTime() + READINESS_ASKED_DAYS * MILLISECONDS_A_DAY);
  const lately = new Date(now.getTime() - READINESS_ASKED_DAYS * MILLISECONDS_A_DAY);
  return sql<SqlBool>`ready_until > ${now} and ready_until <= ${soon} and coalesce(asked_at <= ${lately}, true)`;
}

/** Teachers who were asked since the start of the round are not asked again for that round. */
function isNotReadyFor({ subjects, created_at }: RoundRow, now: Date): RawBuilder<SqlBool> {
  const ofSubjects = subjects === null ? sql`true` : sql`subject = any(${subjects}::text[])`;
  return sql<SqlBool>`coalesce(ready_until <= ${now}, true) and ${ofSubjects}
    and coalesce(asked_at < ${created_at}, true)`;
}

async function askAll(db: Db, kind: Question, condition: RawBuilder<SqlBool>, now: Date): Promise<void> {
  let asked: number;
  do {
    asked = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: string; user_id: string }>`
        with due as (
          select requests.id from requests left join readiness_questions on request_id = requests.id
          where listed and ${condition} order by requests.id limit ${AT_ONCE}
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
      return rows.length;
    });
  } while (asked === AT_ONCE);
}
