import { expect, it } from 'vitest';
import { stateOfRules } from './rules.tsx';

const rule = (id: string, validFrom: string, createdAt: string) => ({
  _id: id,
  kind: 'largestGroup' as const,
  value: 10,
  validFrom,
  source: 'An order',
  link: null,
  writtenBy: null,
  createdAt,
});

it('of two rules with the same start the one written last is current, and a later start is future', () => {
  const history = [
    rule('later', '2026-07-01', '2026-06-01T00:00:00.000Z'),
    rule('second', '2026-06-10', '2026-06-09T10:00:00.000Z'),
    rule('first', '2026-06-10', '2026-06-09T09:00:00.000Z'),
    rule('oldest', '2025-06-01', '2025-06-01T00:00:00.000Z'),
  ];
  expect(Object.fromEntries(stateOfRules(history, '2026-06-15'))).toEqual({
    later: 'coming',
    second: 'today',
    first: 'over',
    oldest: 'over',
  });
});
