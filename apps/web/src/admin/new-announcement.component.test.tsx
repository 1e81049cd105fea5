import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, storeSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { NewAnnouncementForm } from './new-announcement.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const text = 'The list closes on Friday.';
const dialog = () => page.getByRole('dialog');

/** Stubs the API: previews succeed, and each announcement is answered with the next status. */
function serve(...statuses: number[]) {
  api = answerCalls((path) => {
    if (path.endsWith('/preview'))
      return { status: 200, body: { recipients: 12, texts: { en: text, hi: text } } };
    const status = statuses.shift() ?? 201;
    return { status, body: status < 300 ? {} : { code: 'rate_limited', message: 'Please try again later.' } };
  });
  return api.calls;
}

it('an announcement requires one text, and is sent after a preview with the number of recipients', async () => {
  const calls = serve(429, 201);
  let sent = 0;
  await show(<NewAnnouncementForm onSent={() => sent++} />);
  await page.getByRole('button', { name: 'Preview' }).click();
  const english = page.getByRole('textbox', { name: 'Text (English)' });
  await expect.element(english).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
  await english.fill(text);
  await page.getByText('Only some districts').click();
  await page.getByRole('checkbox', { name: 'Gaya' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog().getByText('12 teachers are told.')).toBeVisible();
  await expect.element(dialog().getByText(text).first()).toBeVisible();
  const body = { texts: { en: text }, districts: ['Gaya'] };
  expect(calls).toEqual([{ path: '/api/admin/announcements/preview', body }]);
  await dialog().getByRole('button', { name: 'Announce it' }).click();
  await expect.element(dialog().getByText('Please try again later.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Announce it' }).click();
  await expect.poll(() => sent).toBe(1);
  expect(calls.slice(1)).toEqual([1, 2].map(() => ({ path: '/api/admin/announcements', body })));
  await expect.element(english).toHaveValue('');
});

it('a closed preview sends nothing and keeps the text', async () => {
  const calls = serve();
  await show(<NewAnnouncementForm onSent={() => {}} />);
  await page.getByRole('textbox', { name: 'Text (English)' }).fill(text);
  await page.getByRole('button', { name: 'Preview' }).click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Text (English)' })).toHaveValue(text);
  expect(calls.map(({ path }) => path)).toEqual(['/api/admin/announcements/preview']);
});

it('a district administrator chooses among their own districts, and without a choice the announcement reaches all of them', async () => {
  const administration = {
    role: 'district' as const,
    districts: ['Gaya', 'Patna'],
    office: 'DEO',
    hasSecondFactor: false,
  };
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  const calls = serve();
  await show(<NewAnnouncementForm onSent={() => {}} />);
  await page.getByRole('textbox', { name: 'Text (English)' }).fill(text);
  await page.getByText('Only some districts').click();
  await expect.element(page.getByRole('checkbox', { name: 'Gaya' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog().getByText('12 teachers are told.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ texts: { en: text }, districts: ['Gaya', 'Patna'] }]);
});
