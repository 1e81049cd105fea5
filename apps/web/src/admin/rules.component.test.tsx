import { FIRST_RULES_DAY, firstRules, type RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { RulesSection } from './rules.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const rule = { kind: 'largestGroup', value: 10, link: null, writtenBy: null } as const;
const written: RuleHistory = {
  day: '2026-06-15',
  rules: firstRules,
  history: [
    {
      ...rule,
      _id: idOf(2),
      validFrom: '2026-06-01',
      source: 'Memo 12/2026',
      createdAt: '2026-05-30T00:00:00.000Z',
    },
    {
      ...rule,
      _id: idOf(1),
      validFrom: FIRST_RULES_DAY,
      source: 'Order of the state of Bihar',
      createdAt: '2025-06-01T00:00:00.000Z',
    },
  ],
};

it('the source of the first rules is translated to Hindi, and a source written by an administrator is not translated', async () => {
  api = answerCalls(() => ({ status: 200, body: written }));
  await show(<RulesSection userId="the account" />, 'hi');
  await expect.element(page.getByText('Memo 12/2026')).toBeVisible();
  await expect.element(page.getByText(/^पारस्परिक स्थानांतरण पर बिहार राज्य का आदेश, जून 2025/)).toBeVisible();
  expect(page.getByText('Order of the state of Bihar').elements()).toEqual([]);
});

/** Stubs the API with the rules, a completed trial, and the response to a saved rule. */
function serve() {
  const one = { teachers: 100, serviceNotStated: 0, moved: 40, movedInPairs: 20, bound: 50, share: 0.4 };
  const figures = { now: one, changed: { ...one, moved: 33 } };
  api = answerCalls((path, _body, _parameters, init) => {
    if (path.includes('/trials'))
      return { status: 200, body: { _id: idOf(9), status: 'completed', figures } };
    return init?.method === 'POST'
      ? { status: 201, body: written.history[0] }
      : { status: 200, body: written };
  });
}
const writtenRules = () =>
  api?.calls.filter(({ path, body }) => path.endsWith('/rules') && body !== undefined);
const write = page.getByRole('button', { name: 'Write the rule' });
const largest = page.getByRole('combobox', { name: 'Largest group' });

it('a rule effective today is saved after a confirmation that says which proposals end', async () => {
  serve();
  await show(<RulesSection userId="the account" />);
  await largest.selectOptions('Up to 2 teachers');
  await page.getByRole('textbox', { name: 'Source' }).fill('Order 12');
  await write.click();
  const dialog = page.getByRole('dialog', { name: 'Write this rule?' });
  await expect.element(dialog.getByText(/^Largest group: .*2/)).toBeVisible();
  await expect
    .element(dialog.getByText(/as soon as it is written. Open proposals .* end at once/))
    .toBeVisible();
  expect(writtenRules()).toEqual([]);
  await dialog.getByRole('button', { name: 'Write the rule' }).click();
  await expect.element(page.getByText('The rule has been written.')).toHaveFocus();
  expect(writtenRules()).toMatchObject([{ body: { kind: 'largestGroup', value: 2, source: 'Order 12' } }]);
});

it('the figures of a preview disappear while the form has other values', async () => {
  serve();
  await show(<RulesSection userId="the account" />);
  await page.getByRole('button', { name: 'Preview' }).click();
  const figures = page.getByRole('table', { name: 'What the change would do' });
  await expect.element(figures.getByText('33')).toBeVisible();
  await largest.selectOptions('Up to 2 teachers');
  await expect.element(page.getByText(/^The values have changed since the preview/)).toBeVisible();
  expect(figures.elements()).toEqual([]);
  await largest.selectOptions('Up to 10 teachers');
  await expect.element(figures.getByText('33')).toBeVisible();
});
