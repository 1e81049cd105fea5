import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Places, subject and class level of a visitor's query, by their codes. */
export interface ProspectsCodes {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly classRange: string;
}

export interface TeacherCounts {
  readonly coming: number;
  readonly swapping: number;
  readonly leaving: number;
}

/** Counts distinct teachers with an active request. Uses no column that a teacher can hide. */
export function countTeachers(
  db: Kysely<Database>,
  { from, to, subject, classRange }: ProspectsCodes,
): Promise<TeacherCounts> {
  const those = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(distinct user_id) filter (where ${condition})::int`;
  const isComing = sql<boolean>`to_district = ${from}`;
  const isLeaving = sql<boolean>`from_district = ${to}`;
  return db
    .selectFrom('offers')
    .select([
      those(isComing).as('coming'),
      those(isLeaving).as('leaving'),
      those(sql<boolean>`${isComing} and ${isLeaving}`).as('swapping'),
    ])
    .where('subject', '=', subject)
    .where('class_range', '=', classRange)
    .where((or) => or.or([or('to_district', '=', from), or('from_district', '=', to)]))
    .where('request_id', 'is not', null)
    .executeTakeFirstOrThrow();
}
