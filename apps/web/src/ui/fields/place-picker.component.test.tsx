import type { PickablePlace } from '@mutual-transfer/domain/reference/place-search';
import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { BlockPicker, DistrictPicker } from './place-picker.tsx';

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

function BlockSample() {
  const [value, setValue] = useState('');
  const blocks = everyDistrict.find(({ name }) => name === 'Gaya')?.blocks ?? [];
  return (
    <>
      <BlockPicker
        blocks={blocks}
        district="Gaya"
        includeAny
        label="Desired block"
        name="block"
        onChange={setValue}
        value={value}
      />
      <p>Chosen: {value}</p>
    </>
  );
}

it('a touch opens a sheet of full height: the list without the keyboard, the search not focused, “any block” pinned', async () => {
  await show(<BlockSample />);
  const block = page.getByRole('combobox', { name: 'Desired block' });
  const sheet = page.getByRole('dialog', { name: 'Desired block' });
  const touch = async () => {
    const down = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' });
    block.element().dispatchEvent(down);
    (block.element() as HTMLElement).click();
    await expect.element(sheet).toBeVisible();
  };
  await touch();
  expect(sheet.element().getBoundingClientRect().height).toBe(window.innerHeight);
  const search = sheet.getByRole('searchbox');
  await expect.element(search).not.toHaveFocus();
  await expect.element(sheet.getByRole('button', { name: 'Amas' })).toBeInViewport();
  await expect.poll(options).toEqual([]);
  await search.fill('bodh');
  await expect.element(sheet.getByRole('button', { name: 'Any block' })).toBeInViewport();
  await sheet.getByRole('button', { name: 'Bodh Gaya' }).click();
  await expect.element(page.getByText('Chosen: Bodh Gaya')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(block).toHaveAttribute('inputmode', 'none');
  await touch();
  await sheet.getByRole('button', { name: 'Any block' }).click();
  await expect.element(page.getByText('Chosen: Any block')).toBeVisible();
});
