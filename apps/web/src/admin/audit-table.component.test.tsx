import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { type AuditEntry, AuditTable } from './audit-log.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const teacherId = '01990000-0000-7000-8000-000000000001';
const entry: AuditEntry = {
  _id: '01990000-0000-7000-8000-000000000002',
  happenedAt: '2026-06-15T06:00:00.000Z',
  actor: 'Asha Devi',
  actorTeacher: null,
  impersonator: null,
  action: 'user.deactivate',
  isRefused: false,
  subject: 'Mohan Prasad',
  subjectTeacher: teacherId,
  address: '203.0.113.40',
  agreementNumber: null,
  details: { reason: 'Asked for it' },
};

it("an entry names each person once, and links the teacher's name", async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  await show(<AuditTable entries={[entry]} />);
  const row = page.getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toMatch(/^Asha Devi: .+ \(Mohan Prasad\)/);
  for (const name of ['Asha Devi', 'Mohan Prasad'])
    expect(row.element().textContent.split(name), name).toHaveLength(2);
  await expect
    .element(row.getByRole('link', { name: 'Mohan Prasad' }))
    .toHaveAttribute('href', `/?section=person&person=${teacherId}`);
  expect(row.getByRole('link').elements()).toHaveLength(1);
});

it('an entry of an own act names the person once', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const own = { action: 'login', actor: 'Mohan Prasad', actorTeacher: teacherId };
  await show(<AuditTable entries={[{ ...entry, ...own }]} />);
  const row = page.getByRole('row').nth(1);
  await expect.element(row.getByRole('link', { name: 'Mohan Prasad' })).toBeVisible();
  expect(row.element().textContent.split('Mohan Prasad')).toHaveLength(2);
});

it('an entry of an agreement links to it, and one of an import says how many lines were recorded, and for which groups', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const act = { subject: null, subjectTeacher: null };
  const ended = { ...entry, ...act, action: 'agreement.end', details: { agreement: teacherId } } as const;
  const groups = Array.from({ length: 12 }, (_, index) => `G7K2MP${index + 10}`);
  const details = { lines: 53, recorded: 42, groups };
  const imported = { ...entry, ...act, _id: 'an import', action: 'joinings.import', details } as const;
  await show(<AuditTable entries={[ended, imported]} />);
  await expect
    .element(page.getByRole('link', { name: teacherId }))
    .toHaveAttribute('href', `/?section=agreement&agreement=${teacherId}`);
  await expect.element(page.getByText('Recorded: 42 of 53 lines')).toBeVisible();
  await expect.element(page.getByText(/^Groups: G7K2MP10, .*G7K2MP19,? and 2 more$/)).toBeVisible();
});

it('an entry of a changed season names it, and shows the values before and after', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const changes = [
    { field: 'closed', before: '2026-12-17T21:14:00.000Z', after: '2026-11-26T22:06:00.000Z' },
    { field: 'rounds.1.answersUntil', before: '2026-12-08T21:14:00.000Z', after: null },
  ];
  const details = { season: teacherId, name: 'Winter 2026', changes };
  const act = { subject: null, subjectTeacher: null, action: 'season.change', details } as const;
  await show(<AuditTable entries={[{ ...entry, ...act }]} />);
  await expect.element(page.getByText('Season: Winter 2026')).toBeVisible();
  await expect.element(page.getByText(/^Closes: 18 Dec 2026.* → 27 Nov 2026/)).toBeVisible();
  await expect
    .element(page.getByText(/^Round 2, Answers or objections until: 9 Dec 2026.* → none$/))
    .toBeVisible();
});
