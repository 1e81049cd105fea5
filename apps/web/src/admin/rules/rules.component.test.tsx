import { FIRST_RULES_DAY, firstRules, type RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { Rules } from './rules.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const rule = { kind: 'largestGroup', value: 10, link: null, writtenBy: null } as const;
const written: RuleHistory = {
  day: '2026-06-15',
  rules: firstRules,
  history: [
    {
      ...rule,
      _id: idOf(2),
      validFrom: '2026-06-01',
      source: 'Memo 12/2026',
      createdAt: '2026-05-30T00:00:00.000Z',
    },
    {
      ...rule,
      _id: idOf(1),
      validFrom: FIRST_RULES_DAY,
      source: 'Order of the state of Bihar',
      createdAt: '2025-06-01T00:00:00.000Z',
    },
  ],
};

it('the source of the first rules is in Hindi, and an order named by an administrator is shown by its title', async () => {
  api = answerCalls(() => ({ status: 200, body: written }));
  await show(<Rules userId="the account" />, 'hi');
  await expect.element(page.getByText('Memo 12/2026')).toBeVisible();
  await expect.element(page.getByText(/^पारस्परिक स्थानांतरण पर बिहार राज्य का आदेश, जून 2025/)).toBeVisible();
  expect(page.getByText('Order of the state of Bihar').elements()).toEqual([]);
});
