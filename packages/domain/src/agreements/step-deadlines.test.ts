import { expect, it } from 'vitest';
import { stepDeadlines } from './agreement-rules.ts';

const agreedAt = new Date('2026-02-26T20:00:00Z');
const submittedAt = new Date('2026-02-27T20:00:00Z');
const base = { agreedAt, submittedAt: null, extendedUntil: null, isOrdered: false };

it('the submission is due three days after the agreement, later if the office extended it', () => {
  expect(stepDeadlines(base)).toEqual({ submitted: new Date('2026-03-01T20:00:00Z') });
  const extendedUntil = new Date('2026-03-31T18:29:59Z');
  expect(stepDeadlines({ ...base, extendedUntil })).toEqual({ submitted: extendedUntil });
});

it('order and joining are due three and ten days after the submission, and an extension never shortens that', () => {
  const due = { ordered: new Date('2026-03-02T20:00:00Z'), joined: new Date('2026-03-09T20:00:00Z') };
  expect(stepDeadlines({ ...base, submittedAt })).toEqual(due);
  expect(stepDeadlines({ ...base, submittedAt, extendedUntil: agreedAt })).toEqual(due);
});

it('an extension after the order moves the joining only', () => {
  const extendedUntil = new Date('2026-03-31T18:29:59Z');
  const extended = { ...base, submittedAt, extendedUntil };
  expect(stepDeadlines(extended)).toEqual({ ordered: extendedUntil, joined: extendedUntil });
  expect(stepDeadlines({ ...extended, isOrdered: true })).toEqual({
    ordered: new Date('2026-03-02T20:00:00Z'),
    joined: extendedUntil,
  });
});
