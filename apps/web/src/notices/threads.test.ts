import type { Alert, SentAlert } from '@mutual-transfer/domain/notices/alert';
import { expect, it } from 'vitest';
import { entriesOf } from './alert-threads.ts';

const at = (day: number) => `2026-06-${String(day).padStart(2, '0')}T06:30:00.000Z`;
// Only these fields affect the grouping.
const received = (day: number, sender: string, overrides: Partial<Alert> = {}) =>
  ({
    _id: `${sender} ${day}`,
    kind: 'message',
    fromUser: { _id: sender },
    message: `from ${sender} on ${day}`,
    isRead: true,
    isHiddenForRecipient: false,
    createdAt: at(day),
    ...overrides,
  }) as Alert;
const sent = (day: number, to: string) =>
  ({
    _id: `to ${to} ${day}`,
    toUser: { _id: to },
    message: `to ${to} on ${day}`,
    isRead: true,
    createdAt: at(day),
  }) as SentAlert;

it('the messages of one teacher and the answers to them are one entry, at the position of the newest message', () => {
  const alerts = [
    received(9, 'asha'),
    received(8, 'ravi', { isRead: false }),
    received(5, 'asha', { isRead: false }),
  ];
  const entries = entriesOf(alerts, [sent(7, 'asha'), sent(6, 'meena')]);
  expect(entries.map(({ alert }) => alert._id)).toEqual(['asha 9', 'ravi 8']);
  expect(entries[0]?.thread.map(({ message, isMine }) => [message, isMine])).toEqual([
    ['from asha on 5', false],
    ['to asha on 7', true],
    ['from asha on 9', false],
  ]);
  // Marking the entry as read also marks the older message.
  expect(entries[0]?.alert.isRead).toBe(false);
  expect(entries[0]?.ids).toEqual(['asha 5']);
  expect(entries[1]?.thread).toEqual([]);
});

it('hidden messages and alerts of the product are separate entries', () => {
  const alerts = [
    received(9, 'asha'),
    received(8, 'asha', { isHiddenForRecipient: true }),
    received(7, 'asha', { kind: 'ring' }),
  ];
  expect(entriesOf(alerts, []).map(({ alert, thread }) => [alert._id, thread.length])).toEqual([
    ['asha 9', 0],
    ['asha 8', 0],
    ['asha 7', 0],
  ]);
});
