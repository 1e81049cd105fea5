import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { expect, it } from 'vitest';
import { historyEntries } from './agreement-history.tsx';

type Happening = AgreementFile['history'][number];

const happening = (name: string | null, changes: Partial<Happening> = {}): Happening => ({
  kind: 'ordered',
  at: '2026-11-20T06:00:00.000Z',
  member: name === null ? null : { _id: name, name },
  administrator: 'The office',
  reason: null,
  words: 'Order 12/2026',
  concerns: null,
  isTakenBack: false,
  ...changes,
});

/** Shows a time to the minute. */
const timeOf = (at: string) => at.slice(0, 16);
const shown = (history: readonly Happening[]) =>
  historyEntries(history, timeOf).map(({ kind, members }) => [kind, ...members.map(({ name }) => name)]);

it('equal events of one time are one entry with all members, and the latest entry is first', () => {
  const later = { at: '2026-11-20T06:00:59.000Z' };
  const history = [
    happening(null, { kind: 'agreed', words: null }),
    happening('Asha'),
    happening('Usha', later),
  ];
  expect(shown(history)).toEqual([['ordered', 'Asha', 'Usha'], ['agreed']]);
});

it('equal events without a member, or of one member, stay apart', () => {
  const ofNone = happening(null, { kind: 'extended' });
  expect(shown([ofNone, ofNone])).toHaveLength(2);
  expect(shown([happening('Asha'), happening('Asha')])).toHaveLength(2);
});

it.each([
  ['time', { at: '2026-11-20T06:01:00.000Z' }],
  ['kind', { kind: 'joined' }],
  ['administrator', { administrator: null }],
  ['reason', { words: 'Order 13/2026' }],
  ['validity', { isTakenBack: true }],
] as const)('events of another %s stay apart', (_difference, changes) => {
  expect(shown([happening('Asha'), happening('Usha', changes)])).toHaveLength(2);
});
