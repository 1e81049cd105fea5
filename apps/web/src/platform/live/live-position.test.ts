import { LIVE_POSITION, MAX_POSITIONS } from '@mutual-transfer/domain/notices/live-position';
import { beforeEach, expect, it } from 'vitest';
import { livePosition, setLivePosition, storeLivePosition } from './live-position.ts';

let token: string;
let sessions = 0;

beforeEach(() => {
  sessions += 1;
  token = `token ${sessions}`;
});

const answer = (position: string, of = token) =>
  storeLivePosition(of, new Response(null, { headers: { [LIVE_POSITION]: position } }));

it('the positions of all shown answers are sent, each once, because any may be the earliest', () => {
  for (const position of ['b', 'a', 'b']) answer(position);
  expect(livePosition(token)).toBe('b,a');
});

it('the position of an event replaces those of answers, and later answers do not change it', () => {
  answer('a');
  setLivePosition(token, 'b');
  answer('c');
  expect(livePosition(token)).toBe('b');
});

it('another session starts without positions', () => {
  answer('a');
  expect(livePosition('another token')).toBeUndefined();
  answer('b', 'another token');
  expect(livePosition('another token')).toBe('b');
  expect(livePosition(token)).toBeUndefined();
});

it('more positions than the server accepts are replaced by `unknown`, so that everything is refetched', () => {
  for (let count = 0; count < MAX_POSITIONS; count += 1) answer(`position-${count}`);
  expect(livePosition(token)?.split(',')).toHaveLength(MAX_POSITIONS);
  answer('one more');
  expect(livePosition(token)).toBe('unknown');
});
