import type { PickablePlace } from '@mutual-transfer/domain/reference/place-search';
import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { DistrictPicker } from './place-picker.tsx';

const districts: readonly PickablePlace[] = ['Patna', 'Gaya', 'Purnia'].map((name) => ({
  name,
  names: {},
  otherNames: [],
}));

const everyDistrict = buildReferenceData().districts;

function Sample({ places = districts, error }: { places?: typeof districts; error?: string }) {
  const [value, setValue] = useState('');
  return (
    <>
      <DistrictPicker
        districts={places}
        error={error}
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

it('Enter selects the first match, whatever was selected before', async () => {
  await show(<Sample places={everyDistrict} />);
  await input().click();
  await expect.poll(() => options().length).toBe(38);
  await page.getByRole('option', { name: 'Araria' }).click();
  await expect.element(input()).toHaveValue('Araria');
  await input().fill('Patna');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Chosen: Patna')).toBeVisible();
  await expect.poll(options).toEqual([]);
});

it('on blur a text that names no place restores the previous value, and the field says so', async () => {
  await show(<Sample places={everyDistrict} />);
  await input().fill('गया');
  await userEvent.tab();
  await expect.element(page.getByText('Chosen: Gaya')).toBeVisible();
  await input().fill('pat');
  await userEvent.tab();
  await expect.element(input()).toHaveValue('Gaya');
  await expect.element(page.getByText('Chosen: Gaya')).toBeVisible();
  await expect.element(page.getByText('“pat” is not in the list. Gaya stays chosen.')).toBeVisible();
  await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
  await input().fill('purnia');
  await expect.element(input()).not.toHaveAttribute('aria-invalid', 'true');
});

it.each([
  ['Motihari', 'East Champaran'],
  ['chhapra', 'Saran'],
  ['आरा', 'Bhojpur'],
  ['mujafarpur', 'Muzaffarpur'],
  ['Purbi Champaran', 'East Champaran'],
  ['नालन्दा', 'Nalanda'],
  ['bettiah', 'West Champaran'],
])('the common name or spelling %s finds %s', async (typed, name) => {
  await show(<Sample places={everyDistrict} />);
  await input().fill(typed);
  await expect.element(page.getByRole('option', { name, exact: true })).toBeVisible();
  await userEvent.tab();
  await expect.element(input()).toHaveValue(name);
});

it('the error of a text without a choice asks for a choice from the list', async () => {
  await show(<Sample error="Please fill in this field." />);
  await expect.element(page.getByText('Please fill in this field.')).toBeVisible();
  await input().fill('asdfg');
  await userEvent.tab();
  await expect.element(page.getByText('Please choose a district from the list.')).toBeVisible();
  await expect.element(page.getByText('Please fill in this field.')).not.toBeInTheDocument();
});

it('the arrow keys move through the list, and Escape closes it', async () => {
  await show(<Sample places={everyDistrict} />);
  const highlighted = () => document.querySelector('[role=option][data-highlighted=true]')?.textContent;
  await input().click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(options).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(highlighted).toBe('Araria');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(highlighted).toBe('Arwal');
  await userEvent.keyboard('{Escape}');
  await expect.poll(options).toEqual([]);
  await expect.element(input()).toHaveValue('');
});
