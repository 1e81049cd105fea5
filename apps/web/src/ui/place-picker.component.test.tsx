import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { DistrictPicker } from './place-picker.tsx';

const districts = ['Patna', 'Gaya', 'Purnia'].map((name) => ({ name, names: {}, otherNames: [] }));

function Sample() {
  const [value, setValue] = useState('');
  return (
    <>
      <DistrictPicker
        districts={districts}
        label="District"
        name="district"
        onChange={setValue}
        value={value}
      />
      <p>Chosen: {value}</p>
    </>
  );
}

const input = () => page.getByRole('combobox', { name: 'District' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

it('a picker shows all places in alphabetical order, and filters them by the typed text', async () => {
  await show(<Sample />);
  await input().click();
  await expect.poll(options).toEqual(['Gaya', 'Patna', 'Purnia']);
  await input().fill('p');
  await expect.poll(options).toEqual(['Patna', 'Purnia']);
  await input().fill('x');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
});

it('a picker is operated by the keyboard: down, Enter, Escape', async () => {
  await show(<Sample />);
  await input().fill('p');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByText('Chosen: Purnia')).toBeVisible();
  await expect.element(input()).toHaveValue('Purnia');
  await input().fill('gay');
  await userEvent.keyboard('{Escape}');
  await expect.poll(options).toEqual([]);
});

it('a picker selects a name typed in full on blur', async () => {
  await show(<Sample />);
  await input().fill('gaya');
  await userEvent.tab();
  await expect.element(page.getByText('Chosen: Gaya')).toBeVisible();
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false');
});
