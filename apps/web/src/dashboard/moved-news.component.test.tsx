import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, ownRequest, person } from '../testing/people.ts';
import { show } from '../testing/show.tsx';
import { MovedNews } from './agreement-news.tsx';
import { TopMatches } from './dashboard-parts.tsx';

afterEach(clearSession);

const there = person({ district: 'Gaya', postingBlock: 'Bodh Gaya' });
const record = (overrides: Partial<TransferRequest> = {}) =>
  ownRequest({
    user: there,
    status: 'completed',
    can: { changeStatusTo: [], renew: false, edit: false, delete: false, hide: true },
    ...overrides,
  });

it('after a completed swap the teacher is congratulated on the new posting', async () => {
  await show(<MovedNews requests={[record()]} />);
  const news = page.getByRole('region', { name: 'Congratulations: you have moved!' });
  await expect.element(news.getByText('Your posting is now Bodh Gaya, Gaya.')).toBeVisible();
  await expect.element(news.getByRole('link')).toHaveAttribute('href', '/agreements');
});

it('on a narrow phone the title of the congratulation is beside its icon', async () => {
  await page.viewport(320, 640);
  await show(<MovedNews requests={[record()]} />);
  const title = page.getByRole('heading', { name: 'Congratulations: you have moved!' });
  await expect.element(title).toBeVisible();
  const words = document.createRange();
  words.selectNode(title.element().lastChild ?? document.body);
  const icon = title.element().querySelector('svg')?.getBoundingClientRect();
  expect(words.getBoundingClientRect().left).toBeGreaterThan(icon?.right ?? Number.POSITIVE_INFINITY);
});

it('the congratulation links to the agreement while other members have not joined', async () => {
  await show(<MovedNews requests={[record({ agreement: { _id: idOf(60), isFiled: true } })]} />);
  await expect.element(page.getByRole('link')).toHaveAttribute('href', `/agreements/${idOf(60)}`);
});

it('a teacher who looks for another place is not congratulated any more', async () => {
  const { container } = await show(<MovedNews requests={[record(), ownRequest({ _id: idOf(12) })]} />);
  expect(container.textContent).toBe('');
});

it('a teacher who moved sees that no matches are searched, not that none were found', async () => {
  await show(<TopMatches contactLimit={undefined} isFolded={false} matches={[]} whyNot="moved" />);
  await expect.element(page.getByText(/You have moved, so no matches are looked for/)).toBeVisible();
  expect(page.getByText(/No matches found/).elements()).toEqual([]);
});

it('a teacher whose new request is held for review sees no congratulation', async () => {
  const { container } = await show(
    <MovedNews requests={[record(), ownRequest({ _id: idOf(12), status: 'held' })]} />,
  );
  expect(container.textContent).toBe('');
});
