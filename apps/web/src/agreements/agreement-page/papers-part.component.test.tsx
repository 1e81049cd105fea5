import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement } from '../../testing/agreements.ts';
import { idOf } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { PapersPart } from './papers-part.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('while a paper loads, its button alone is busy, and another paper can be loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  api = answerCalls(async () => {
    await promise;
    return { status: 500, body: {} };
  });
  await show(<PapersPart agreement={agreement({ state: 'agreed' })} />);
  await page.getByRole('button', { name: 'Joint application (PDF)' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Preparing …: Joint application (PDF)' }))
    .toHaveAttribute('data-busy');
  const group = page.getByRole('button', { name: 'Group sheet (CSV)' });
  await expect.element(group).not.toHaveAttribute('aria-disabled');
  await group.click();
  await expect
    .poll(() => api?.calls.map(({ path }) => path))
    .toEqual([`/api/agreements/${idOf(20)}/application.pdf`, `/api/agreements/${idOf(20)}/group.csv`]);
  resolve();
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(2);
});

it('each paper that cannot be loaded shows its own error beside its button', async () => {
  const refused = (message: string) => ({ status: 409, body: { message } });
  api = answerCalls((path) => refused(path.endsWith('.csv') ? 'No group sheet.' : 'No application.'));
  await show(<PapersPart agreement={agreement({ state: 'agreed' })} />);
  const papers = ['Joint application (PDF)', 'Group sheet (CSV)'] as const;
  for (const name of papers) await page.getByRole('button', { name }).click();
  const besideOf = (name: string) =>
    page.getByRole('button', { name }).element().nextElementSibling?.textContent;
  await expect.poll(() => papers.map(besideOf)).toEqual(['No application.', 'No group sheet.']);
});
