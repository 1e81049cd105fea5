import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { Pager } from './pager.tsx';

it('on a page past the end the pager links to the last page', async () => {
  await show(<Pager hash="requests" page={12} pages={3} />);
  const back = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect.element(back).toHaveTextContent('Back to the last page (3)');
  await expect.element(back).toHaveAttribute('href', '/?page=3#requests');
});

it('the current page is marked among the numbers', async () => {
  await show(<Pager page={2} pages={3} />);
  await expect.element(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

it.each([
  [360, ['1', '2', '3']],
  [1280, ['1', '2', '3', '4', '5']],
])('a screen of %i pixels shows as many numbers as fit', async (width, shown) => {
  await page.viewport(width, 640);
  await show(<Pager page={1} pages={9} />);
  const numbers = () =>
    page
      .getByRole('link', { name: /^Page \d$/ })
      .elements()
      .map((link) => link.textContent);
  await expect.poll(numbers).toEqual(shown);
  await page.viewport(360, 640);
});
