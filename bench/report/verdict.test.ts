import { expect, test } from 'vitest';
import { ratioOf, verdictOf } from './verdict.ts';

const answered = {
  requestsPerSecond: 800,
  median: 10,
  p99: 50,
  longest: 60,
  answers: 4_000,
  errors: 0,
  refusals: 0,
};
const bare = { ...answered, requestsPerSecond: 1_000 };
const plain = undefined;
const limits = { median: 10, p99: 50, ratio: 0.8, perSecond: 800 };

test('limits that are just kept are reached', () => {
  expect(verdictOf({ app: answered, bare, plain, limits })).toBe('reached');
  expect(ratioOf({ app: answered, bare })).toBe(0.8);
});

test('each limit that is missed is named', () => {
  const slow = { ...answered, median: 10.1, p99: 50.1, requestsPerSecond: 799 };
  expect(verdictOf({ app: slow, bare, plain, limits })).toBe('missed: median, 99th, ratio, a second');
});

test('a search that plain SQL answers more often has missed its limit', () => {
  const searched = { app: answered, bare, limits: { abovePlain: true } };
  expect(verdictOf({ ...searched, plain: { ...answered, requestsPerSecond: 801 } })).toBe('missed: plain');
  expect(verdictOf({ ...searched, plain: { ...answered, requestsPerSecond: 100 } })).toBe('reached');
});

test('without a bare route there is no ratio to miss', () => {
  expect(verdictOf({ app: answered, bare: undefined, plain, limits })).toBe('reached');
  expect(ratioOf({ app: answered, bare: undefined })).toBeUndefined();
});

test('a row without limits has no verdict, unless calls failed', () => {
  expect(verdictOf({ app: answered, bare, plain, limits: {} })).toBe('–');
  const failing = { ...answered, refusals: 3, errors: 1 };
  expect(verdictOf({ app: failing, bare, plain, limits })).toBe('4 of 4001 failed');
});

test('a row without answers has missed its limits', () => {
  const silent = { ...answered, answers: 0, median: 0, p99: 0, requestsPerSecond: 0 };
  expect(verdictOf({ app: silent, bare: undefined, plain, limits: { p99: 50 } })).toBe(
    'missed: nothing was answered in the time',
  );
});
