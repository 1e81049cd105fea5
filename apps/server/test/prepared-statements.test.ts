import { filterEntries, type ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, postRequest, registerTeacher, type TestTeacher } from './testing/factories.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let test: TestApp;
let teacher: TestTeacher;
let administrator: TestTeacher;
let requestId: string;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
  administrator = await makeAdministrator(test);
  requestId = (await postRequest(test, teacher)).request._id;
});
afterAll(() => test.close());

/** One valid value for each filter. */
const values: Readonly<Record<keyof ListFilters, string>> = {
  search: 'school',
  district: 'Gaya',
  block: 'Bodh Gaya',
  fromDistrict: 'Patna',
  fromBlock: 'Danapur',
  subject: 'Mathematics',
  classRange: '6-8',
  verified: 'yes',
  urgency: 'high',
};

/** Returns no filter, each alone, all but each, and all as query strings: their number grows linearly with the filters. */
function filterCombinations(): string[] {
  const names = filterEntries.map(([name]) => name);
  const chosen = [
    [],
    ...names.map((name) => [name]),
    ...names.map((name) => names.filter((other) => other !== name)),
    names,
  ];
  return chosen.map((some) => new URLSearchParams(some.map((name) => [name, values[name]])).toString());
}

/** Searches of one to twelve words, some of which are names of places. */
const searches = Array.from({ length: 12 }, (_, count) => {
  const words = Array.from({ length: count + 1 }, (_word, index) =>
    index % 3 === 0 ? 'gaya' : `word${index}`,
  );
  return `search=${words.join('+')}`;
});

const adminLists = ['gaya', 'gaya+school', 'gaya+school+patna+rita'].flatMap((words) => [
  'admin/users',
  'admin/matches',
  `admin/users?search=${words}`,
  `admin/paid-users?search=${words}`,
  `admin/audit?search=${words}`,
  `admin/matches?perfectSearch=${words}&potentialSearch=${words}`,
]);

/** Returns the maximum number of prepared statements over the connections of the pool. */
async function preparedStatements(): Promise<number> {
  const { pool } = test.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()));
  try {
    const counts = await Promise.all(
      clients.map((client) =>
        client.query<{ prepared: number }>('select count(*)::int as prepared from pg_prepared_statements'),
      ),
    );
    return Math.max(...counts.map(({ rows }) => rows[0]?.prepared ?? 0));
  } finally {
    for (const client of clients) client.release();
  }
}

async function ask(path: string, token?: string): Promise<void> {
  const { statusCode, body } = await test.call({ url: `/api/${path}`, token });
  if (statusCode !== 200) throw new Error(`${path}: ${body}`);
}

it('connections have few prepared statements after lists with every filter, alone and beside the others', async () => {
  const lists = [...filterCombinations(), ...searches];
  for (const query of lists) {
    await ask(`requests/public?${query}`);
    await ask(`requests?${query}`, teacher.token);
  }
  for (const path of adminLists) await ask(path, administrator.token);
  for (const answer of ['matches', 'rings', 'advice', 'reach']) {
    await ask(`requests/${requestId}/${answer}`, teacher.token);
  }
  const prepared = await preparedStatements();
  expect(prepared).toBeGreaterThan(0);
  expect(prepared).toBeLessThanOrEqual(20);
});
