import { districts } from '@mutual-transfer/domain/reference/places';
import type { RequestMap } from '@mutual-transfer/domain/requests/request-map';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { anonymous } from '../sessions/viewer.ts';
import type { Lists } from './find-list.ts';

/** Counts the listed requests that lead to each district, and away from it. */
export async function countByDistrict({ reads, graph }: Pick<Lists, 'reads' | 'graph'>): Promise<RequestMap> {
  const list = (await graph.indexesFor(anonymous))?.list;
  const codes = districts.map(({ code }) => code);
  const [coming, leaving] =
    list === undefined
      ? await reads.ask(anonymous, (db) =>
          Promise.all([countBy(db, 'desired_district'), countBy(db, 'from_district')]),
        )
      : [list.countBy('desired_district', codes), list.countBy('from_district', codes)];
  return {
    districts: districts.map(({ name }, index) => ({
      district: name,
      coming: coming[index] ?? 0,
      leaving: leaving[index] ?? 0,
    })),
  };
}

async function countBy(
  db: Kysely<Database>,
  column: 'desired_district' | 'from_district',
): Promise<number[]> {
  const rows = await db
    .selectFrom('requests')
    .select([column, sql<number>`count(*)::int`.as('requests')])
    .where('listed', '=', true)
    .groupBy(column)
    .execute();
  const counts = new Map(rows.map((row) => [row[column], row.requests]));
  return districts.map(({ code }) => counts.get(code) ?? 0);
}
