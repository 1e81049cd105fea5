import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { ANY_BLOCK, blocksNamed, districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainList } from '../../test/testing/plain-lists.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { blockNames, districtNames, subjectNamesOf } from '../people/present.ts';
import { referenceWords } from '../people/reference-words.ts';
import { anonymous } from '../platform/sessions.ts';
import { findList } from './lists.ts';

interface Listed {
  id: string;
  desired_district: string;
  desired_block: string | null;
  /** Place where the owner is posted. */
  district: string;
  block: string;
  subject: string;
  class_range: string;
  urgency: string;
  /** Words of the request's places and subject in every language, and of its owner's visible texts. */
  words: readonly string[];
  /** Texts of the request and its owner that are not hidden. */
  texts: readonly (string | null)[];
}

let test: TestApp;
let all: readonly Listed[];

beforeAll(async () => {
  test = await startTestApp();
  const options = { seed: 3, teachers: 700, now: test.clock.now, passwordHash: 'none' };
  await loadDemo(test.database.pool, { ...options, preset: 'showcase' });
  const { rows } = await test.database.pool.query<Omit<Listed, 'words'>>(`
    select requests.id, requests.desired_district, requests.desired_block, users.district, users.block,
      requests.subject, requests.class_range, urgency,
      array[reason, case when not users.hide_name then name end, case when not users.hide_school_name then school_name end] as texts
    from requests join users on users.id = user_id where listed
    order by exists (
      select from requests as newer
      where newer.user_id = requests.user_id and newer.status = 'active' and newer.id > requests.id
    ), requests.id desc`);
  all = rows.map((row) => ({ ...row, words: wordsIn(row) }));
  await test.graph.caughtUp();
});
afterAll(() => test.close());

function wordsIn(request: Omit<Listed, 'words'>): string[] {
  const { desired_district, desired_block, district, block, subject, texts } = request;
  const blocks = [desired_block, block].flatMap((code) => (code === null ? [] : blockNames(code)));
  const subjectNames = subjectNamesOf(subject);
  const names = [...districtNames(desired_district), ...districtNames(district), ...blocks, ...subjectNames];
  return [...names, ...texts].flatMap((text) => wordsOf(text ?? ''));
}

/** Returns the ids of the requests that meet the filters, by comparing every searched word with every word of every request. */
function expected(filters: ListFilters): string[] {
  const { district, block, fromDistrict, fromBlock, subject, classRange, urgency } = filters;
  const blockCodes = blocksNamed(block ?? '').map(({ code }) => code);
  return all
    .filter(
      (request) => district === undefined || request.desired_district === districtByName(district)?.code,
    )
    .filter(({ desired_district, desired_block }) => {
      if (block === undefined) return true;
      if (block === ANY_BLOCK) return desired_block === null;
      if (desired_block !== null) return blockCodes.includes(desired_block);
      return blocksNamed(block).some(({ districtCode }) => districtCode === desired_district);
    })
    .filter(
      (request) => fromDistrict === undefined || request.district === districtByName(fromDistrict)?.code,
    )
    .filter(
      (request) =>
        fromBlock === undefined || blocksNamed(fromBlock).some(({ code }) => code === request.block),
    )
    .filter((request) => subject === undefined || request.subject === subjectByName(subject)?.code)
    .filter((request) => classRange === undefined || request.class_range === classRange)
    .filter((request) => urgency === undefined || request.urgency === urgency)
    .filter((request) => wordsOf(filters.search ?? '').every((word) => holds(request, word)))
    .map(({ id }) => id);
}

/**
 * Returns true if a word of the request begins with this word or sounds like it. By sound, names of places and subjects must match as a
 * whole, and texts match by prefix from four letters on.
 */
function holds({ words, texts }: Listed, word: string): boolean {
  if (words.some((each) => each.startsWith(word))) return true;
  if (referenceWords().has(word)) return false;
  const key = spellingKey(word);
  if (key.length < 2) return false;
  const written = texts.flatMap((text) => wordsOf(text ?? '')).filter((each) => !referenceWords().has(each));
  const keys = written.map((each) => spellingKey(each));
  const isNamed = words.some((each) => referenceWords().has(each) && spellingKey(each) === key);
  return isNamed || keys.some((each) => each === key || (key.length >= 4 && each.startsWith(key)));
}

const searches = [
  'patna',
  'gay',
  'gaya',
  'kumari',
  'ram',
  'p',
  'hindi',
  'पटना',
  'परिवार',
  'patna kumar',
  'santosh',
  'कुमारि',
  'rajesh',
  'सिन्ह',
  'mujafarpur',
  'haupital',
  'privar',
  'zzzz',
  '--',
];
const narrowings: ListFilters[] = [
  {},
  { district: 'Patna' },
  { district: 'Gaya', urgency: 'high' },
  { district: 'Patna', block: 'Danapur' },
  { block: ANY_BLOCK },
  { block: 'Jagdishpur' },
  { fromDistrict: 'Gaya' },
  { fromDistrict: 'Patna', district: 'Gaya' },
  { fromBlock: 'Jagdishpur' },
  { fromDistrict: 'Patna', fromBlock: 'Danapur', urgency: 'high' },
  { subject: 'Hindi' },
  { subject: 'Mathematics', classRange: '6-8' },
  { classRange: '1-5', urgency: 'low' },
];

/** Two implementations of a page: the product's, and the oracle of other tests. */
const ways = {
  product: async (query: ListFilters & PageQuery) => {
    const { rows, total } = await findList({ db: test.database.db, graph: test.graph }, query, anonymous);
    return { ids: rows.map(({ id }) => id), total };
  },
  plain: (query: ListFilters & PageQuery) => plainList(test.database.db, query),
};

it.each([undefined, ...searches])(
  'lists for the search %s contain the same requests as an exhaustive search',
  async (search) => {
    for (const narrowing of narrowings) {
      const filters = { ...narrowing, search };
      const ids = expected(filters);
      for (const [way, find] of Object.entries(ways)) {
        for (const page of [1, 2, Math.ceil(ids.length / 7)]) {
          const query = { ...filters, page: Math.max(1, page), limit: 7 };
          const found = await find(query);
          expect([found.total, ...found.ids], `${way} ${JSON.stringify(query)}`).toEqual([
            ids.length,
            ...ids.slice((query.page - 1) * 7, query.page * 7),
          ]);
        }
      }
    }
  },
);

it('the data of these tests has results for many searches', () => {
  expect(all.length).toBeGreaterThan(500);
  const found = searches.map((search) => expected({ search }).length);
  expect(found.filter((length) => length > 20).length).toBeGreaterThan(6);
});
