import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropPrefetched, takePrefetched } from './prefetched-responses.ts';

const response = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    prefetched: { token: 'mine', byPath: new Map([['/requests/my', { at: performance.now(), response }]]) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a prefetched response is used once, by the same call in the same session', () => {
  expect(takePrefetched('/alerts', 'mine')).toBeUndefined();
  expect(takePrefetched('/requests/my', 'mine')).toBe(response);
  expect(takePrefetched('/requests/my', 'mine')).toBeUndefined();
});

it('a prefetched response is used by its own session only', () => {
  expect(takePrefetched('/requests/my', 'another')).toBeUndefined();
  expect(takePrefetched('/requests/my', 'mine')).toBeUndefined();
});

it('a prefetched response is dropped after half a minute, and after a write', () => {
  vi.advanceTimersByTime(29_999);
  dropPrefetched();
  expect(takePrefetched('/requests/my', 'mine')).toBeUndefined();
  window.prefetched = { token: 'mine', byPath: new Map([['/alerts', { at: performance.now(), response }]]) };
  vi.advanceTimersByTime(30_000);
  expect(takePrefetched('/alerts', 'mine')).toBeUndefined();
});
