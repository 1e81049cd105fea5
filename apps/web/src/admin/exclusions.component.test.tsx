import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import type { ExclusionLines, ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Exclusions } from './exclusions.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const id = '01990000-0000-7000-8000-000000000001';
const list = (exclusions: ExclusionList['exclusions']): ExclusionList => ({
  exclusions,
  pagination: paginationOf({ page: 1, limit: 25 }, exclusions.length),
});
const out: ExclusionList['exclusions'][number] = {
  teacher: { _id: id, name: 'Mohan Prasad' },
  district: 'Gaya',
  reason: 'Retires in June',
  until: null,
  recordedAt: '2026-06-15T06:30:00.000Z',
  recordedBy: 'Head Office',
};

it('the office reads who is out of the season, and lets a teacher in again', async () => {
  let isOut = true;
  api = answerCalls((path) => {
    if (path.endsWith(id)) {
      isOut = false;
      return { status: 200, body: {} };
    }
    return { status: 200, body: list(isOut ? [out] : []) };
  });
  await show(<Exclusions userId="a" />);
  await expect.element(page.getByText('Retires in June')).toBeVisible();
  await expect.element(page.getByText('The whole season')).toBeVisible();
  await page.getByRole('button', { name: 'Let in again: Mohan Prasad' }).click();
  await expect.element(page.getByText('Mohan Prasad can take part in the season again.')).toHaveFocus();
  await expect.element(page.getByText('No teacher is out of the season')).toBeVisible();
});

it('a file is previewed with the result of each line before it is recorded', async () => {
  const lines = (preview: boolean): ExclusionLines => ({
    preview,
    file: {
      readAs: [{ heading: 'Name', column: 'name' }],
      notRead: [],
      headingLine: 1,
      lines: 2,
      skipped: 0,
    },
    recorded: 1,
    lines: [
      {
        line: 2,
        name: 'Mohan Prasad',
        teacher: out.teacher,
        reason: 'Retires in June',
        until: '2026-06-30',
        result: 'recorded',
      },
      { line: 3, name: 'Nobody Known', teacher: null, reason: 'Deputed', until: null, result: 'unknown' },
    ],
  });
  api = answerCalls((path, _body, parameters) =>
    path.endsWith('/import')
      ? { status: 200, body: lines(parameters.get('preview') === 'true') }
      : { status: 200, body: list([]) },
  );
  await show(<Exclusions userId="a" />);
  await page.getByText('Import a list from a CSV file').click();
  const file = new File(['name,phone,reason'], 'list.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('CSV file'), file);
  await expect.element(page.getByText('1 teacher would be out of the season.')).toBeVisible();
  await expect.element(page.getByText('No teacher of your districts has this number')).toBeVisible();
  await page.getByRole('button', { name: 'Keep 1 teacher out' }).click();
  await expect.element(page.getByText('1 teacher is out of the season.')).toBeVisible();
});
