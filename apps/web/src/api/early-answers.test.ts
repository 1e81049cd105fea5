import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';

const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    earlyAnswers: { token: 'mine', byPath: new Map([['/requests/my', { at: performance.now(), answer }]]) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an early answer is taken once, by whoever asks the same in the same session', () => {
  expect(takeEarlyAnswer('/alerts', 'mine')).toBeUndefined();
  expect(takeEarlyAnswer('/requests/my', 'mine')).toBe(answer);
  expect(takeEarlyAnswer('/requests/my', 'mine')).toBeUndefined();
});

it('an early answer is nobody else’s', () => {
  expect(takeEarlyAnswer('/requests/my', 'another')).toBeUndefined();
  expect(takeEarlyAnswer('/requests/my', 'mine')).toBeUndefined();
});

it('an early answer is forgotten after half a minute, and when something is written', () => {
  vi.advanceTimersByTime(29_999);
  dropEarlyAnswers();
  expect(takeEarlyAnswer('/requests/my', 'mine')).toBeUndefined();
  window.earlyAnswers = { token: 'mine', byPath: new Map([['/alerts', { at: performance.now(), answer }]]) };
  vi.advanceTimersByTime(30_000);
  expect(takeEarlyAnswer('/alerts', 'mine')).toBeUndefined();
});
