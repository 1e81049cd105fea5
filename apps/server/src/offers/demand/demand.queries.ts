import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

/** Code of a subject, and class level. */
export interface TeachingPost {
  readonly subject: string;
  readonly classRange: string;
}

export function offersOf(db: Db, { subject, classRange }: TeachingPost) {
  return db
    .selectFrom('offers')
    .where('subject', '=', subject)
    .where('class_range', '=', classRange)
    .where('request_id', 'is not', null);
}
