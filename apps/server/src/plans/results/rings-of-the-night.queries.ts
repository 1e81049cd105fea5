import type { NamedRing } from '@mutual-transfer/matching/clearing/files/named-rings';
import type pg from 'pg';
import { unpackRings } from './ring-batches.ts';

/** Returns the rings of the latest nightly plan, with the ids of their teachers; an empty array before the first plan. */
export async function readRingsOfTheNight(client: pg.ClientBase): Promise<NamedRing[]> {
  const { rows } = await client.query<{ rings: Buffer }>(
    `select rings from plan_rings
    where plan_id = (select id from plans where is_nightly order by finished_at desc limit 1) order by lot`,
  );
  const rings: NamedRing[] = [];
  for (const batch of rows) {
    for (const { stratum, members } of await unpackRings(batch.rings))
      rings.push({ stratum, teachers: members.map(({ userId }) => userId) });
  }
  return rings;
}
