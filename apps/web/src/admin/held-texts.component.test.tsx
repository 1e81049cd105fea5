import type { HeldText } from '@mutual-transfer/domain/administration/open-work';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { HeldTexts } from './held-texts.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const text: HeldText = {
  _id: idOf(7),
  kind: 'request',
  writer: { _id: idOf(1), name: 'Asha Kumari' },
  texts: ['Call 98123 45678.'],
  tag: '"first"',
  risks: ['phone'],
  createdAt: '2026-11-26T06:30:00.000Z',
};

/** Shows the list with one text. The API answers decisions with this status. */
async function showHeld(status: number) {
  let texts = [text];
  const body = status === 200 ? { message: '' } : { code: 'not_found', message: 'Not found.' };
  api = answerCalls((path) => {
    const pagination = { page: 1, limit: 25, total: texts.length, pages: 1 };
    if (path === '/api/admin/held-texts') return { status: 200, body: { texts, pagination } };
    texts = [];
    return { status, body };
  });
  await show(<HeldTexts userId="a" />);
}

const dialog = () => page.getByRole('dialog');

it('a text is released after a confirmation that says who can read it', async () => {
  await showHeld(200);
  await page.getByRole('button', { name: 'Release: Asha Kumari' }).click();
  await expect.element(dialog().getByText(/every visitor can read the text/)).toBeVisible();
  expect(api?.calls.map(({ path }) => path)).toEqual(['/api/admin/held-texts']);
  await dialog().getByRole('button', { name: 'Release' }).click();
  await expect.element(page.getByText('The text has been released.')).toHaveFocus();
  await expect.element(page.getByText('No text is waiting')).toBeVisible();
});

it('the dialog that refuses a text shows the text and its writer', async () => {
  await showHeld(200);
  await page.getByRole('button', { name: 'Refuse: Asha Kumari' }).click();
  await expect.element(dialog().getByText('Call 98123 45678.')).toBeVisible();
  await expect.element(dialog().getByText('Asha Kumari')).toBeVisible();
});

it('refusing a text that was decided meanwhile shows a message, and the text leaves the list', async () => {
  const decided = 'This text has already been decided. The list shows what still waits.';
  await showHeld(404);
  await page.getByRole('button', { name: 'Refuse: Asha Kumari' }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('A phone number');
  await dialog().getByRole('button', { name: 'Refuse' }).click();
  await expect.element(page.getByText(decided)).toBeVisible();
  await expect.element(page.getByText('No text is waiting')).toBeVisible();
});

it.each([
  ['Release', () => {}],
  ['Refuse', () => dialog().getByRole('textbox', { name: 'Reason' }).fill('A phone number')],
])(
  'the decision “%s” sends the tag of the loaded text; if the text changed since, the list shows the current text',
  async (decision, state) => {
    const tags: (string | null)[] = [];
    api = answerCalls((path, _body, _parameters, init) => {
      const changed = { ...text, texts: ['Pay Rs. 5000.'], tag: '"second"' };
      const pagination = { page: 1, limit: 25, total: 1, pages: 1 };
      if (path === '/api/admin/held-texts')
        return { status: 200, body: { texts: [tags.length === 0 ? text : changed], pagination } };
      tags.push(new Headers(init?.headers).get('if-match'));
      return { status: 412, body: { code: 'changed_meanwhile', message: 'This was changed.' } };
    });
    await show(<HeldTexts userId="a" />);
    await page.getByRole('button', { name: `${decision}: Asha Kumari` }).click();
    await state();
    await dialog().getByRole('button', { name: decision }).click();
    await expect.element(page.getByText(/The writer has changed this text since you read it/)).toBeVisible();
    await expect.element(page.getByText('Pay Rs. 5000.')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    expect(tags).toEqual(['"first"']);
  },
);
