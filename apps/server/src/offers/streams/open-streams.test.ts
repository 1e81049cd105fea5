import { expect, it } from 'vitest';
import { OpenStreams } from './open-streams.ts';

let accounts = 0;

/** Returns a stream from an address, of a new account or of the given one. */
const streamFrom = (address: string, userId = `account ${accounts++}`) => ({ viewer: { userId, address } });

const bounds = { liveStreams: 100, rateLimits: true };

it('one address may open a tenth of the streams of a process', () => {
  const streams = new OpenStreams(bounds);
  const opened = Array.from({ length: 10 }, () => streamFrom('192.0.2.1'));
  for (const stream of opened) {
    expect(streams.isFull('192.0.2.1')).toBe(false);
    streams.add(stream);
  }
  expect(streams.isFull('192.0.2.1')).toBe(true);
  expect(streams.isFull('192.0.2.2')).toBe(false);
  for (const stream of opened.slice(0, 1)) for (const _twice of [1, 2]) streams.delete(stream);
  expect(streams.isFull('192.0.2.1')).toBe(false);
  expect(streams.size).toBe(9);
});

it('IPv6 addresses are counted per /64 and per /48', () => {
  const streams = new OpenStreams(bounds);
  for (let count = 0; count < 10; count += 1) streams.add(streamFrom(`2001:db8:1:1::${count}`));
  expect(streams.isFull('2001:db8:1:1::ffff')).toBe(true);
  expect(streams.isFull('2001:db8:1:2::1')).toBe(false);
  for (let count = 0; count < 30; count += 1) streams.add(streamFrom(`2001:db8:1:${count + 16}::1`));
  expect(streams.isFull('2001:db8:1:ffff::1')).toBe(true);
  expect(streams.isFull('2001:db8:2:1::1')).toBe(false);
});

it('the limit of the process applies even if rate limits are disabled', () => {
  const streams = new OpenStreams({ liveStreams: 20, rateLimits: false });
  for (let count = 0; count < 20; count += 1) streams.add(streamFrom('192.0.2.1'));
  expect(streams.isFull('192.0.2.1')).toBe(true);
  expect(streams.isFull('192.0.2.2')).toBe(true);
});

it("add returns the account's oldest stream when the sixth one is added", () => {
  const streams = new OpenStreams(bounds);
  const own = Array.from({ length: 6 }, (_, count) => streamFrom(`192.0.2.${count}`, 'one account'));
  expect(own.map((stream) => streams.add(stream))).toEqual([...Array(5).fill(undefined), own[0]]);
});
