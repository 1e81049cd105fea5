import { type ComponentType, lazy, Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { untilLoaded } from '../platform/until-loaded.ts';
import { show } from '../testing/show.tsx';
import { lazyPart } from './lazy-part.tsx';

const part = { default: () => <p>The part</p> };

/** Page with a text field and a part that is opened by a press. */
function Opener({ Part }: { Part: ComponentType<object> }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <input aria-label="Reason" onChange={({ target }) => setReason(target.value)} value={reason} />
      <button onClick={() => setOpen(!isOpen)} type="button">
        {isOpen ? 'Close' : 'Open'}
      </button>
      <Suspense>{isOpen && <Part />}</Suspense>
    </>
  );
}

it('a part whose file fails to load shows a failure with a retry, and the page keeps what was typed', async () => {
  const load = vi.fn(async () => part).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show(<Opener Part={lazyPart(load)} />);
  await page.getByLabelText('Reason').fill('My family');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText(/^This part of the page did not load/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The part')).toBeVisible();
  await expect.element(page.getByLabelText('Reason')).toHaveValue('My family');
});

it('a part that failed to load is loaded again when it is opened again, and does not scroll at each render', async () => {
  const load = vi.fn(async () => part).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = lazyPart(load);
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView');
  await show(<Opener Part={Part} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText(/^This part of the page did not load/)).toBeVisible();
  await page.getByLabelText('Reason').fill('Each letter renders the part again');
  await expect.element(page.getByLabelText('Reason')).toHaveValue('Each letter renders the part again');
  expect(scrolling).toHaveBeenCalledTimes(1);
  scrolling.mockRestore();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText('The part')).toBeVisible();
});

it('a part of the frame whose file fails to load is left out until the connection is back', async () => {
  const load = vi.fn(async () => part).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = lazy(() => untilLoaded(load, 3_600_000));
  await show(<Opener Part={Part} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(page.getByLabelText('Reason')).toBeVisible();
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return page.getByText('The part').elements().length;
    })
    .toBe(1);
});
