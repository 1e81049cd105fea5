import { type AgreementFile, agreementTasks } from '@mutual-transfer/domain/administration/office-agreement';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { AgreementSection } from './agreement.tsx';
import { WaitingCards } from './overview.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const none = { count: 0, list: '/api/admin/reports' };

function answerWith(counts: object) {
  const body = { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none, ...counts };
  const tasks = { ...recordOf(agreementTasks, () => none), objections: none };
  const desk = { season: null, daysLeft: null, counts: null, tasks };
  api = answerCalls((path) => ({ status: 200, body: path === '/api/admin/desk' ? desk : body }));
}

it('each count links to the list of waiting items', async () => {
  answerWith({
    moneyReports: { count: 2, list: '/api/admin/reports?state=open&reason=money' },
    partlyJoined: { count: 1, list: '/api/admin/agreements?joined=some' },
  });
  await show(<WaitingCards userId="a" />);
  const money = page.getByRole('link', { name: 'Reports of money 2' });
  await expect.element(money).toHaveAttribute('href', '/?section=reports&state=open&reason=money');
  const joined = page.getByRole('link', { name: 'Groups in which only some joined 1' });
  await expect.element(joined).toHaveAttribute('href', '/?section=agreements&joined=some');
  expect(page.getByRole('link').elements()).toHaveLength(2);
});

it('shows a message if nothing waits', async () => {
  answerWith({});
  await show(<WaitingCards userId="a" />);
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
});

it('does not say that nothing waits before the work on groups is known', async () => {
  const body = { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none };
  api = answerCalls((path) =>
    path === '/api/admin/desk' ? { status: 503, body: {} } : { status: 200, body },
  );
  await show(<WaitingCards userId="a" />);
  await expect.poll(() => api?.calls.some(({ path }) => path === '/api/admin/desk')).toBe(true);
  await expect.element(page.getByText('Nothing waits for you.')).not.toBeInTheDocument();
});

it('an action on an agreement refetches the counts', async () => {
  const id = '01990000-0000-7000-8000-0000000000a1';
  const at = '2026-11-20T06:00:00.000Z';
  const agreement: AgreementFile = {
    ...{
      _id: id,
      number: 'A1B2C3D4',
      state: 'in_progress',
      officeState: 'in_progress',
      source: 'round',
      round: null,
      size: 2,
    },
    ...{ subject: 'Urdu', classRange: '6-8', category: null, createdAt: at, deadline: at, agreedAt: at },
    ...{
      submittedAt: at,
      endedAt: null,
      reason: null,
      joined: 1,
      endedBy: null,
      waitsUntil: null,
      hasScrutiny: false,
      hasUnseenOrder: false,
    },
    ...{ members: [], orders: [], history: [], papers: [] },
    can: { deadline: false, end: true, order: false, orderSeats: [], undo: null },
  };
  let count = 1;
  api = answerCalls((path, body) => {
    const counts = { reports: none, heldTexts: none, overdueAgreements: none };
    if (path.endsWith('/waiting'))
      return { status: 200, body: { ...counts, partlyJoined: { ...none, count } } };
    if (body !== undefined) count = 0;
    return { status: 200, body: agreement };
  });
  const both = (
    <>
      <WaitingCards userId="a" />
      <AgreementSection userId="a" />
    </>
  );
  await show(both, 'en', `/?agreement=${id}`);
  const waits = page.getByText('Groups in which only some joined');
  await expect.element(waits).toBeVisible();
  await page.getByRole('button', { name: 'End the agreement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText(/^What ends/).selectOptions('combination');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('By order 12/2026');
  await dialog.getByRole('button', { name: 'End the agreement' }).click();
  await expect.element(waits).not.toBeInTheDocument();
});
