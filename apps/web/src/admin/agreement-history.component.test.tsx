import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { AgreementHistory } from './agreement-history.tsx';

type Happening = AgreementFile['history'][number];

const asha = { _id: '01990000-0000-7000-8000-000000000001', name: 'Asha Devi' };
const usha = { _id: '01990000-0000-7000-8000-000000000002', name: 'Usha Devi' };
const happening = (kind: Happening['kind'], changes: Partial<Happening> = {}): Happening => ({
  ...{ kind, at: '2026-11-20T06:00:00.000Z', member: null, administrator: null },
  ...{ reason: null, words: null, concerns: null, isTakenBack: false },
  ...changes,
});
const byOffice = { administrator: 'The office', words: 'Order 12/2026' };

it('the history shows its latest entries, each with all its members, and folds the earlier ones', async () => {
  const history = [
    ...[happening('proposed'), happening('agreed'), happening('submitted', { member: asha })],
    ...[
      happening('ordered', { ...byOffice, member: asha }),
      happening('ordered', { ...byOffice, member: usha }),
    ],
  ];
  await show(<AgreementHistory agreement={{ history, members: [] }} />);
  const latest = page.getByRole('table', { name: 'History' });
  const ordered = latest.getByRole('row', { name: /Has the order.*The office.*Asha Devi.*Usha Devi/ });
  await expect.element(ordered).toBeVisible();
  expect(latest.getByRole('rowheader').elements()).toHaveLength(3);
  const first = page.getByRole('rowheader', { name: 'Proposed' });
  await expect.element(first).not.toBeInTheDocument();
  await page.getByText('Earlier entries: 1').click();
  await expect.element(first).toBeVisible();
});

it('a formed group that the office’s record set is not said to be a step of a member', async () => {
  await show(<AgreementHistory agreement={{ history: [happening('submitted', byOffice)], members: [] }} />);
  await expect.element(page.getByRole('row', { name: /Group formed: set by a later step/ })).toBeVisible();
});

it('the mark of an entry that was taken back is as wide as its text', async () => {
  await page.viewport(360, 640);
  const history = [happening('otp', { member: asha, isTakenBack: true })];
  await show(<AgreementHistory agreement={{ history, members: [] }} />);
  const mark = page.getByText('Taken back');
  await expect.element(mark).toBeVisible();
  expect(mark.element().getBoundingClientRect().width).toBeLessThan(150);
});
