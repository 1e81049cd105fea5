import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { writeRule } from '../../test/testing/rules.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { openRulebook, type Rulebook } from './rulebook.ts';

let test: TestApp;
let now: Date;
let rulebook: Rulebook;

const LATER_THAT_DAY = new Date('2026-06-15T09:00:00.500Z');
const NEXT_DAY = new Date('2026-06-16T09:00:00.000Z');

beforeAll(async () => {
  test = await startTestApp();
  now = new Date('2026-06-15T09:00:00.000Z');
  rulebook = openRulebook(test.database.db, () => now);
});
afterAll(() => test.close());

it('caches the rules of a day, and names them with a hash that is the same in every process', async () => {
  const [rules, name] = [await rulebook.today(), await rulebook.nameOfToday()];
  now = LATER_THAT_DAY;
  expect(await rulebook.today()).toBe(rules);
  expect(await rulebook.nameOfToday()).toBe(name);
  expect(name).toHaveLength(16);
  expect(await openRulebook(test.database.db, () => now).nameOfToday()).toBe(name);
});

it('gives different names to different days, and to different rules', async () => {
  const names = [await rulebook.nameOfToday()];
  await writeRule(test, await makeAdministrator(test), {
    kind: 'largestGroup',
    value: 4,
    validFrom: '2026-06-15',
  });
  rulebook.changed();
  names.push(await rulebook.nameOfToday());
  now = NEXT_DAY;
  names.push(await rulebook.nameOfToday());
  expect(new Set(names).size).toBe(3);
  expect((await rulebook.today()).largestGroup).toBe(4);
});
