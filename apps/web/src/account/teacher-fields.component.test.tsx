import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { emptyTeacher, type TeacherForm, TeachingFields } from './teacher-fields.tsx';

const form: TeacherForm = {
  values: emptyTeacher,
  isStarted: true,
  text: (name) => ({ name, value: '', error: undefined, onChange: () => {} }),
  change: () => {},
};

it('subjects are grouped and sorted by the alphabet of the user’s language', async () => {
  await show(<TeachingFields form={form} />, 'hi');
  const select = page.getByRole('combobox', { name: 'विषय' });
  await expect.element(select).toBeVisible();
  const [languages] = [...select.element().querySelectorAll('optgroup')];
  const options = [...(languages?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent);
  expect(options.length).toBe(6);
  expect(options).toEqual(options.toSorted(new Intl.Collator('hi-IN').compare));
  expect(options[0]).toMatch(/^अ/);
});
