import { districts } from '@mutual-transfer/domain/reference/places';
import type { RequestMap } from '@mutual-transfer/domain/requests/request-map';
import { anonymous } from '../../sessions/viewer.ts';
import type { Lists } from '../lists/find-list.ts';
import { countBy } from './request-map.queries.ts';

/** Returns for each district the number of listed requests that lead to it, and the number of those that lead away from it. */
export async function countByDistrict({ db, graph }: Lists): Promise<RequestMap> {
  const list = (await graph.indexesFor(anonymous))?.list;
  const codes = districts.map(({ code }) => code);
  const [coming, leaving] =
    list === undefined
      ? await Promise.all([countBy(db, 'desired_district'), countBy(db, 'from_district')])
      : [list.countBy('desired_district', codes), list.countBy('from_district', codes)];
  return {
    districts: districts.map(({ name }, index) => ({
      district: name,
      coming: coming[index] ?? 0,
      leaving: leaving[index] ?? 0,
    })),
  };
}
