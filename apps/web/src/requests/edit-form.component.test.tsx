import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { clearSession } from '../platform/session.ts';
import { acceptedProposal, agreement, agreementList } from '../testing/agreements.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { EditForm } from './edit-form.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

const tick = () => page.getByRole('checkbox', { name: 'Send it to the administrator, who may release it' });

it('the offer of a review says that open proposals end, and selecting it hides the sentence that they stay', async () => {
  const user = signInAs();
  const sentence = 'Please write this without a phone number.';
  api = answerCalls((_path, body) =>
    body === undefined
      ? { status: 200, body: agreementList() }
      : { status: 400, body: { code: 'text_needs_review', message: sentence, fields: { reason: sentence } } },
  );
  await show(<EditForm onChanged={() => {}} request={ownRequest()} session={{ token: 'a token', user }} />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Call 98123 45678.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText(/open proposals with it end/)).toBeVisible();
  await expect.element(page.getByText(/so do your matches, rings and open proposals/)).toBeVisible();
  await tick().click();
  await expect.element(page.getByText(/open proposals with it end/)).toBeVisible();
  expect(page.getByText(/so do your matches, rings and open proposals/).elements()).toEqual([]);
});

/** Shows the form once the user's open proposals, which the badge of the frame loads, are there: a pair and a ring. */
async function showWithProposals() {
  const user = signInAs();
  const proposals = agreementList({ agreements: [agreement()], accepted: [acceptedProposal()] });
  api = answerCalls((path) => {
    if (path === '/api/agreements') return { status: 200, body: proposals };
    if (path.startsWith('/api/reference')) return { status: 200, body: buildReferenceData() };
    if (path === `/api/requests/${idOf(10)}`)
      return { status: 200, body: { data: { request: ownRequest() } } };
    return { status: 500, body: {} };
  });
  const Badge = () => useQuery(waitingAgreementsQuery(user._id)).data && <p>Loaded</p>;
  await show(
    <>
      <Badge />
      <EditForm onChanged={() => {}} request={ownRequest()} session={{ token: 'a token', user }} />
    </>,
  );
  await expect.element(page.getByText('Loaded')).toBeVisible();
}

const save = () => page.getByRole('button', { name: 'Save changes' }).first().click();
const sent = () =>
  api?.calls
    .filter(({ path, body }) => path.endsWith(idOf(10)) && body !== undefined)
    .map(({ body }) => body);

it('an edit that ends open proposals asks first, and says how many end', async () => {
  await showWithProposals();
  await page.getByRole('combobox', { name: 'Class level' }).selectOptions('9-10');
  await save();
  const dialog = page.getByRole('dialog', { name: 'Change request' });
  await expect
    .element(dialog.getByText('This change ends 2 open proposals for all their members.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await save();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(sent).toEqual([expect.objectContaining({ classRange: '9-10' })]);
});

it('an edit that leaves the proposed place acceptable is sent without a question', async () => {
  await showWithProposals();
  await page.getByRole('combobox', { name: 'Desired block' }).fill('Any block');
  await userEvent.tab();
  await expect.element(page.getByText(/looked for anew, for any block/)).toBeVisible();
  await save();
  await expect.poll(sent).toEqual([expect.objectContaining({ desiredBlock: 'Any block' })]);
  expect(page.getByRole('dialog').elements()).toEqual([]);
});
