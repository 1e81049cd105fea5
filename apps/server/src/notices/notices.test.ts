import { noticeKindNames } from '@mutual-transfer/domain/notices/notice-kinds';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { noticeSamples as samples } from '../../test/testing/notice-samples.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createNotices, createReminders, type NewNotice, noticeText } from './notices.ts';

let test: TestApp;
let reader: string;
let poster: string;

beforeAll(async () => {
  test = await startTestApp();
  reader = (await registerTeacher(test)).user._id;
  poster = (await registerTeacher(test)).user._id;
});
beforeEach(() => test.database.db.deleteFrom('alerts').execute());
afterAll(() => test.close());

const about = () => ({ userId: poster, requestId: null });

const create = (...notices: Omit<NewNotice, 'recipientId'>[]) =>
  test.database.db.transaction().execute((transaction) =>
    createNotices(
      transaction,
      notices.map((notice) => ({ recipientId: reader, ...notice })),
      test.clock.now,
    ),
  );

const stored = () =>
  test.database.db.selectFrom('alerts').select(['kind', 'message', 'details']).orderBy('id').execute();

describe('a notice', () => {
  it.each(noticeKindNames)('of kind %s is stored and rendered in both languages', async (kind) => {
    await create({ content: samples[kind], ...(kind === 'message' && { senderId: poster }) });
    const [row] = await stored();
    if (row === undefined) throw new Error('nothing was stored');
    const texts = [noticeText(row, 'en'), noticeText(row, 'hi')];
    for (const text of texts) expect(text).toMatch(/^[^{}]{10,}$/);
    expect(texts[0] === texts[1]).toBe(kind === 'message');
  });

  it('about a ring is left out while one is unread, and about a match while one about the same teacher is unread', async () => {
    await create(
      { content: samples.ring, about: about() },
      { content: samples.perfect_match, about: about() },
    );
    const other = { userId: reader, requestId: null };
    await create({ content: samples.ring, about: other }, { content: samples.perfect_match, about: about() });
    expect(await stored()).toHaveLength(2);
    await create({ content: samples.perfect_match, about: other });
    expect(await stored()).toHaveLength(3);
    await test.database.db.updateTable('alerts').set({ read_at: test.clock.now }).execute();
    await create({ content: samples.ring, about: other });
    expect(await stored()).toHaveLength(4);
  });

  it('that is a second unread message of one teacher violates a constraint instead of being left out', async () => {
    const message = { content: samples.message, senderId: poster };
    await create(message);
    await expect(create(message)).rejects.toMatchObject({ constraint: 'alerts_one_unread' });
  });

  it('reminders end when all that are due repeat an unread notice', async () => {
    const due = Array.from({ length: 500 }, () => ({
      recipientId: reader,
      content: samples.ring,
      about: about(),
    }));
    const findDue = vi.fn(async () => due);
    await createReminders(test.database.db, findDue, test.clock.now);
    expect(findDue).toHaveBeenCalledTimes(2);
  });
});
