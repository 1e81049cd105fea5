import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Reports } from './reports.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('the reason to which a link narrows the reports is shown as a filter, and can be cleared', async () => {
  const reasons: (string | null)[] = [];
  api = answerCalls((_path, _body, parameters) => {
    reasons.push(parameters.get('reason'));
    const pagination = { page: 1, limit: 10, total: 0, pages: 1, totalIsExact: true };
    return { status: 200, body: { reports: [], pagination } };
  });
  await page.viewport(1280, 800);
  await show(<Reports userId="a" />, 'en', '/admin?section=reports&reason=money');
  const filter = page.getByRole('combobox', { name: 'What is wrong' });
  await expect.element(filter).toHaveValue('money');
  await filter.selectOptions('');
  await expect.poll(() => reasons).toEqual(['money', null]);
});
