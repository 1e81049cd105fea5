import type { Season } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  plausible,
  USUAL_CHANCE,
  USUAL_CHANCE_OF_SILENCE,
} from '@mutual-transfer/matching/clearing/yes-chances';
import { sql } from 'kysely';
import type { Db } from '../platform/database/tables.ts';
import { completions, isSilent } from './lock-agreement.ts';
import { countReady, everybody, wasSilent } from './ready-offers.ts';
import { countDays } from './rounds.ts';

const ANSWERS_THAT_SAY = 100;
const DAYS_LOOKED_AT = 90;
const WORDS_SHOWN = 30;

const counted = sql`
  count(*)::int as proposals,
  count(agreed_at)::int as agreements,
  (count(*) filter (where state = 'completed'))::int as completions`;

/** Returns the figures of all proposals and agreements. */
export async function readSeason(db: Db, now: Date): Promise<Season> {
  const since = new Date(now.getTime() - DAYS_LOOKED_AT * MILLISECONDS_A_DAY);
  const moved = sql`select moment, teachers from (${completions}) as completed where moment > ${since}`;
  const [sums, bySize, strata, hours, reasons, words, ready, days, yesShare] = await Promise.all([
    readSums(db),
    sql<Season['bySize'][number]>`
      select size::int as size, ${counted} from agreements group by size order by size`.execute(db),
    sql<Season['byStratum'][number] & { class_range: string }>`
      select subject, class_range, category, ${counted} from agreements
      group by subject, class_range, category order by subject, class_range, category`.execute(db),
    readHours(db),
    sql<Season['reasons'][number]>`
      select reason, count(*)::int as count from agreements where reason is not null
      group by reason order by count desc, reason`.execute(db),
    readWords(db),
    countReady(db, everybody, now),
    countDays(db, sql`created_at > ${since}`, { moved }),
    readYesShare(db, now),
  ]);
  return {
    ...sums,
    ready: ready.reduce((sum, { ready: count }) => sum + count, 0),
    bySize: bySize.rows,
    byStratum: strata.rows.map(({ subject, class_range, ...row }) => ({
      ...row,
      subject: subjectByCode(subject).name,
      classRange: class_range,
    })),
    hoursToAnswer: hours,
    yesShare,
    reasons: reasons.rows,
    words,
    days,
  };
}

/**
 * Returns the mean probability of a yes for a plan: the rate among the latest answers and silences of proven teachers in rounds, once there
 * are enough of them. Other accounts cost nothing to make, so theirs do not count.
 */
export async function chanceOfYes(
  db: Db,
  { silenceAgrees, now }: { silenceAgrees: boolean; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - DAYS_LOOKED_AT * MILLISECONDS_A_DAY);
  const { rows } = await sql<{ share: number | null; answers: number }>`
    select avg((answer = 'yes')::int)::float8 as share, count(*)::int as answers
    from agreement_members join agreements on agreements.id = agreement_id join users on users.id = user_id
    where source = 'round' and verified_at is not null and agreements.created_at > ${since} and (answer <> 'open' or ${wasSilent})`.execute(
    db,
  );
  const { share = null, answers = 0 } = rows[0] ?? {};
  if (share !== null && answers >= ANSWERS_THAT_SAY) return plausible(share);
  return silenceAgrees ? USUAL_CHANCE_OF_SILENCE : USUAL_CHANCE;
}

type Sums = Pick<Season, 'proposals' | 'agreements' | 'completions' | 'moved' | 'declared' | 'survival'>;

async function readSums(db: Db): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select ${counted},
      (select coalesce(sum(teachers), 0)::int from (${completions}) as completed) as moved,
      (select count(*)::int from (${completions}) as completed where not by_agreement) as declared,
      (count(agreed_at)::float8
        / nullif(count(*) filter (where state <> 'proposed' and reason is distinct from 'round_stopped'), 0)) as survival
    from agreements`.execute(db);
  return rows[0] ?? { proposals: 0, agreements: 0, completions: 0, moved: 0, declared: 0, survival: null };
}

async function readWords(db: Db): Promise<Season['words']> {
  const rows = await db
    .selectFrom('agreement_steps')
    .select(['words', 'happened_at'])
    .where('words', 'is not', null)
    .where('is_recorded', '=', false)
    .orderBy('id', 'desc')
    .limit(WORDS_SHOWN)
    .execute();
  return rows.map(({ words, happened_at }) => ({ words: words ?? '', at: happened_at.toISOString() }));
}

/** Returns the median and the ninetieth percentile of the hours to an answer. The proposer's own yes does not count. */
async function readHours(db: Db): Promise<Season['hoursToAnswer']> {
  const { rows } = await sql<{ median: number | null; ninetieth: number | null }>`
    with hours as (
      select extract(epoch from answered_at - created_at)::float8 / 3600 as taken
      from agreement_members join agreements on agreements.id = agreement_id
      where answered_at is not null and user_id is distinct from proposed_by
    )
    select percentile_cont(0.5) within group (order by taken) as median,
      percentile_cont(0.9) within group (order by taken) as ninetieth
    from hours`.execute(db);
  const { median = null, ninetieth = null } = rows[0] ?? {};
  return median === null || ninetieth === null ? null : { median, ninetieth };
}

async function readYesShare(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - DAYS_LOOKED_AT * MILLISECONDS_A_DAY);
  const { rows } = await sql<{ share: number | null }>`
    select avg((answer = 'yes')::int)::float8 as share
    from agreement_members join agreements on agreements.id = agreement_id
    where answer <> 'open' and not ${isSilent} and answered_at > ${since} and user_id is distinct from proposed_by`.execute(
    db,
  );
  return rows[0]?.share ?? null;
}
