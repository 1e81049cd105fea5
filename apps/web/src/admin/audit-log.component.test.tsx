import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { AuditLog } from './audit-log.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => api?.stop());

it('the audit log excludes views of personal data unless they, or one action, are selected', async () => {
  const asked: (string | null)[] = [];
  api = answerCalls((path, _body, parameters) => {
    if (path.endsWith('/audit')) asked.push(parameters.get('looks'));
    const pagination = { page: 1, limit: 20, total: 0, pages: 0, totalIsExact: true };
    return { status: 200, body: { entries: [], pagination } };
  });
  await show(<AuditLog userId="a" />, 'en', '/?section=audit');
  const entries = page.getByRole('combobox', { name: 'Entries' });
  await expect.element(entries).toHaveDisplayValue('Changes only');
  await expect.poll(() => asked).toEqual(['without']);
  await entries.selectOptions('Changes and looks');
  await expect.poll(() => asked).toEqual(['without', 'with']);
  await entries.selectOptions('Changes only');
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('Downloaded the audit log');
  await expect.poll(() => asked.at(-1)).toBe(null);
});
