import type { Plan } from '@mutual-transfer/domain/matching/plan';
import { describe, expect, it } from 'vitest';
import { isPlanUnderWay, lostPlan } from './admin.queries.ts';

function planOf(overrides: Partial<Plan>): Plan {
  return {
    _id: 'one',
    status: 'running',
    maxRing: 10,
    survival: 1,
    progress: 0,
    best: null,
    requestedBy: null,
    isNightly: true,
    createdAt: '2026-06-15T06:30:00.000Z',
    finishedAt: null,
    figures: null,
    ...overrides,
  };
}

describe('a plan', () => {
  it('is under way while it is queued or running', () => {
    expect(isPlanUnderWay(planOf({ status: 'queued' }))).toBe(true);
    expect(isPlanUnderWay(planOf({ status: 'running' }))).toBe(true);
    expect(isPlanUnderWay(planOf({ status: 'failed' }))).toBe(false);
    expect(isPlanUnderWay(null)).toBe(false);
    expect(isPlanUnderWay(undefined)).toBe(false);
  });

  it('is lost when it is no longer under way and is not the latest', () => {
    const latest = planOf({ _id: 'before', status: 'completed' });
    expect(lostPlan({ current: planOf({}), latest }, 'one')).toBeUndefined();
    expect(lostPlan({ current: null, latest }, 'one')).toBe('one');
    expect(lostPlan({ current: planOf({ status: 'failed' }), latest: null }, 'one')).toBe('one');
    expect(lostPlan({ current: null, latest: planOf({ status: 'completed' }) }, 'one')).toBeUndefined();
    expect(lostPlan({ current: null, latest }, undefined)).toBeUndefined();
    expect(lostPlan(undefined, 'one')).toBeUndefined();
  });
});
