import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { TypedSearch } from './typed-search.tsx';

function List() {
  const [words, setWords] = useState('');
  return (
    <>
      <TypedSearch delay={0} hint="" label="Search" name="search" onChange={setWords} value={words} />
      <p>Shown: {words}</p>
      <button onClick={() => setWords('')} type="button">
        Clear
      </button>
      <button onClick={() => setWords('asha')} type="button">
        Back
      </button>
    </>
  );
}

it('the field follows the list when the user clears the search and goes back to it', async () => {
  await show(<List />);
  const search = page.getByRole('searchbox');
  await search.fill('asha');
  await expect.element(page.getByText('Shown: asha')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(search).toHaveValue('');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(search).toHaveValue('asha');
});
