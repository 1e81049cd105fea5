import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { writeRule } from '../../test/testing/rules.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { openRulebook, type Rulebook } from './rules.ts';

let test: TestApp;
let now: Date;
let rulebook: Rulebook;

const LATER_THAT_SECOND = new Date('2026-06-15T09:00:00.500Z');
const NEXT_SECOND = new Date('2026-06-15T09:00:01.500Z');
const NEXT_DAY = new Date('2026-06-16T09:00:00.000Z');

beforeAll(async () => {
  test = await startTestApp();
  now = new Date('2026-06-15T09:00:00.000Z');
  rulebook = openRulebook(test.database.db, () => now);
});
afterAll(() => test.close());

it('caches the dated rules for a second', async () => {
  const before = await rulebook.today();
  await writeRule(test, await makeAdministrator(test), {
    kind: 'largestGroup',
    value: 4,
    validFrom: '2026-06-15',
  });
  expect(await rulebook.today()).toEqual(before);
  now = LATER_THAT_SECOND;
  expect(await rulebook.today()).toEqual(before);
  now = NEXT_SECOND;
  expect((await rulebook.today()).largestGroup).toBe(4);
});

it('applies a rule at once in the process that wrote it, and another one from its first day on', async () => {
  await writeRule(test, await makeAdministrator(test), {
    kind: 'largestGroup',
    value: 5,
    validFrom: '2026-06-16',
  });
  rulebook.changed();
  expect((await rulebook.today()).largestGroup).toBe(4);
  now = NEXT_DAY;
  expect((await rulebook.today()).largestGroup).toBe(5);
});
