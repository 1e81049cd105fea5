import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { VisitorWhere } from './visitor-where.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const bodies: Readonly<Record<string, unknown>> = {
  '/api/requests/demand': {
    places: [{ place: 'Gaya', coming: 12, leaving: 7 }],
    anyBlock: null,
    routes: [],
  },
  '/api/reference': { districts: [{ name: 'Gaya', blocks: [{ name: 'Amas' }] }] },
  '/api/requests/prospects': { wantYourPlace: 9, directSwaps: 0, shortestRing: null },
};

async function ask(search: string): Promise<void> {
  api = answerCalls((path) => ({
    status: 200,
    body: bodies[path] ?? { districts: null, blocks: null, credit: null },
  }));
  await show(<VisitorWhere />, 'en', `/where?${search}`);
}

it('the answer to a visitor is between the desired district and the map, and ends with the verdict', async () => {
  await ask('teach=Mathematics&level=6-8&mine=Patna&wish=Gaya');
  const wish = page.getByLabelText('I want to go to');
  await expect.element(wish).toHaveValue('Gaya');
  const chances = page.getByRole('region', { name: 'Your chances' });
  const verdict = chances.getByText(/^No direct swap yet/);
  await expect.element(verdict).toBeVisible();
  const map = page.getByRole('list', { name: 'Map of the blocks of Gaya' });
  await expect.element(map.getByRole('link', { name: /^Amas\./ })).toBeVisible();
  const demand = chances.getByText(/want to leave it/);
  const tops = [wish, demand, verdict, map].map((part) => part.element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((first, second) => first - second));
});

it('a district on the map links to its answer', async () => {
  await ask('teach=Mathematics&level=6-8&mine=Patna');
  await expect
    .element(page.getByRole('list').getByRole('link', { name: /^Gaya\./ }))
    .toHaveAttribute('href', '/where?teach=Mathematics&level=6-8&mine=Patna&wish=Gaya#answer');
});

it('the links of the table and the way back to all districts are as high as a thumb', async () => {
  await ask('teach=Mathematics&level=6-8&mine=Patna&wish=Gaya');
  await page.getByText('The same as a table').click();
  const links = [
    page.getByRole('table').getByRole('link').first(),
    page.getByRole('link', { name: 'Back to all districts' }),
  ];
  for (const link of links) {
    await expect.element(link).toBeVisible();
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
});
