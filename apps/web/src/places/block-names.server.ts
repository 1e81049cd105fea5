import type { Language } from '@mutual-transfer/domain/language/language';
import { filtersOf, requestFilters } from '@mutual-transfer/domain/requests/request-filters';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { catalogueOf } from '../platform/i18n/catalogue.ts';
import type { BlockNames } from '../platform/i18n/names.ts';

/** Returns the names of the blocks that the first page of a visit shows, so that it need not load all of them. */
export function blockNamesOf(
  language: Language,
  list: RequestList | null,
  parameters: URLSearchParams,
): BlockNames {
  const { names } = catalogueOf(language);
  const blocks = [...blocksOfList(list), ...blocksOfFilters(parameters)];
  const pairs = blocks.map(([district, block]) => [`${district} ${block}`, names.block(district, block)]);
  return { language, names: Object.fromEntries(pairs.filter(([, name]) => name !== '')) };
}

type DistrictAndBlock = readonly [district: string, block: string];

function blocksOfList(list: RequestList | null): DistrictAndBlock[] {
  if (list === null) return [];
  return list.requests.flatMap(({ user, desiredDistrict, desiredBlock }): DistrictAndBlock[] => [
    [user.district, user.postingBlock],
    [desiredDistrict, desiredBlock],
  ]);
}

function blocksOfFilters(parameters: URLSearchParams): DistrictAndBlock[] {
  return filtersOf('block').map((name) => [
    parameters.get(requestFilters[name].within) ?? '',
    parameters.get(name) ?? '',
  ]);
}
