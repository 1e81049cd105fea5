import { useSearchParams } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PersonSection } from './person.tsx';
import { PersonLink } from './person-link.tsx';
import { screenOf } from './sections.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

/** Renders a list with one teacher, or the page of the teacher. */
function Panel() {
  const [parameters] = useSearchParams();
  if (screenOf(parameters) === 'person') return <PersonSection userId="a" />;
  return <PersonLink person={{ _id: idOf(1), name: 'Asha Devi' }} />;
}

it.each([
  [
    'the list of teachers leads to the same page of the list',
    '/?section=users&search=asha&page=2',
    '/?section=users&search=asha&page=2',
  ],
  ['another list leads to all teachers', '/?section=reports&search=asha', '/?section=users'],
])('the back link of a teacher opened from %s', async (_list, opened, back) => {
  api = answerCalls(() => ({ status: 404, body: {} }));
  await show(<Panel />, 'en', opened);
  await page.getByRole('link', { name: 'Asha Devi' }).click();
  await expect.element(page.getByRole('link', { name: 'All teachers' })).toHaveAttribute('href', back);
});
