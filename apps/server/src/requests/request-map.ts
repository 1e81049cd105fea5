import { districts } from '@mutual-transfer/domain/reference/places';
import type { RequestMap } from '@mutual-transfer/domain/request-map';
import { type Kysely, sql } from 'kysely';
import type { ReadDatabase } from '../database/read-database.ts';
import type { Database } from '../database/schema.ts';
import { anonymous } from '../http/viewer.ts';
import { TtlCache } from '../ttl-cache.ts';

const FRESH_FOR = 60_000;

/** Counts the listed requests by district, at most once a minute however many ask; a failure is not kept. */
export function cachedRequestMap(reads: ReadDatabase, now: () => Date): () => Promise<RequestMap> {
  const cache = new TtlCache<RequestMap>({ ttl: FRESH_FOR, max: 1, now });
  return () => cache.get('', () => reads.ask(anonymous, countByDistrict));
}

/** Every listed request has an offer, whose row is a fraction of the request's; what owners hide is in neither column. */
async function countByDistrict(db: Kysely<Database>): Promise<RequestMap> {
  const ways = await db
    .selectFrom('offers')
    .select(['from_district', 'to_district', sql<number>`count(*)::int`.as('requests')])
    .where('request_id', 'is not', null)
    .groupBy(['from_district', 'to_district'])
    .execute();
  const total = (chosen: typeof ways) => chosen.reduce((sum, { requests }) => sum + requests, 0);
  return {
    districts: districts.map(({ code, name }) => ({
      district: name,
      coming: total(ways.filter((way) => way.to_district === code)),
      leaving: total(ways.filter((way) => way.from_district === code)),
    })),
  };
}
