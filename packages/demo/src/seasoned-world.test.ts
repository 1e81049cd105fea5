import { MILLISECONDS_A_DAY, REQUEST_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import { describe, expect, test } from 'vitest';
import { demoTeachers } from './demo-teachers.ts';

const NOW = new Date('2026-06-15T06:30:00.000Z');
const MANY = 20_000;

describe('a seasoned data set', () => {
  const seasoned = [...demoTeachers({ seed: 1, teachers: MANY, now: NOW, preset: 'seasoned' })];
  const all = seasoned.flatMap((teacher) => teacher.requests);
  const shareOf = (status: string) => all.filter((request) => request.status === status).length / all.length;

  test('has five requests per four teachers, three in five of them active', () => {
    expect(all.length / MANY).toBeGreaterThan(1.23);
    expect(all.length / MANY).toBeLessThan(1.27);
    expect(shareOf('active')).toBeGreaterThan(0.59);
    expect(shareOf('active')).toBeLessThan(0.61);
  });

  test.each([
    ['pending', 0.08],
    ['completed', 0.12],
    ['withdrawn', 0.1],
    ['expired', 0.1],
  ] as const)('of its requests, the fraction %s is about %f', (status, share) => {
    expect(shareOf(status)).toBeCloseTo(share, 2);
  });

  test('has expired requests, active ones that have not expired, and only requests younger than their account', () => {
    const lifetime = REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY;
    for (const { createdAt, requests: own } of seasoned) {
      for (const request of own) {
        const age = NOW.getTime() - request.createdAt.getTime();
        if (request.status === 'expired') expect(age).toBeGreaterThanOrEqual(lifetime);
        else expect(age).toBeLessThan(lifetime);
        expect(createdAt.getTime()).toBeLessThanOrEqual(request.createdAt.getTime());
      }
    }
  });
});
