import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { ACCEPTED_SHOWN } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Language } from '@mutual-transfer/domain/language/language';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { ringsQuery } from '../matches/matches.queries.ts';
import { clearSession } from '../platform/session.ts';
import { acceptedProposal, agreement, agreementList } from '../testing/agreements.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnRequestList } from './own-request.tsx';
import { myRequestsQuery } from './requests.queries.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const request = ownRequest({
  can: {
    changeStatusTo: ['pending', 'completed', 'withdrawn'],
    renew: true,
    edit: false,
    delete: true,
    hide: false,
  },
});
const changes = () => api?.calls.filter(({ path }) => path.endsWith('/status')).map(({ body }) => body) ?? [];

/** Shows the request once the user's open proposals, which the badge of the frame loads, are there. */
async function showRequest(proposals: Partial<AgreementList>, language?: Language) {
  const { _id: userId } = signInAs();
  const answer = Promise.withResolvers<void>();
  api = answerCalls(async (path) => {
    if (path === '/api/agreements') return { status: 200, body: agreementList(proposals) };
    if (!path.endsWith('/status'))
      return {
        status: 200,
        body: {
          matches: [],
          total: 0,
          perfect: 0,
          wantsYourPlace: 0,
          registered: { perfect: 0, wantsYourPlace: 0 },
          districts: [],
        },
      };
    await answer.promise;
    return { status: 200, body: { data: { request: { ...request, status: 'withdrawn' } } } };
  });
  let setProposals: (list: unknown) => void = () => {};
  const Badge = () => {
    const { queryKey, ...query } = waitingAgreementsQuery(userId);
    const client = useQueryClient();
    setProposals = (list) => client.setQueryData<unknown>(queryKey, list);
    const { data } = useQuery({ queryKey, ...query });
    return data && <p>{`${data.accepted?.length ?? 0} accepted`}</p>;
  };
  await show(
    <>
      <Badge />
      <OwnRequestList requests={[request]} />
    </>,
    language,
  );
  await expect.element(page.getByText(/^\d+ accepted$/)).toBeVisible();
  await page.getByRole('heading', { level: 3 }).click();
  return { answer: answer.resolve, setProposals };
}

it.each<[Language, string, string, string, RegExp]>([
  [
    'en',
    'No longer looking',
    'Withdraw',
    'Cancel',
    /in an open proposal\. Withdrawing it ends the proposal for all 3 teachers\.$/,
  ],
  [
    'hi',
    'अब स्थानांतरण नहीं चाहिए',
    'वापस लें',
    'रहने दें',
    /वापस लेने पर वह प्रस्ताव सभी 3 शिक्षकों के लिए समाप्त हो जाएगा।$/,
  ],
])(
  'in %s a request in an open proposal is withdrawn only after a confirmation',
  async (language, step, confirm, cancel, text) => {
    const { answer } = await showRequest({ accepted: [acceptedProposal()] }, language);
    const press = () => page.getByRole('button', { name: new RegExp(`^${step}`) }).click();
    await press();
    const dialog = page.getByRole('dialog', { name: step });
    await expect.element(dialog.getByText(text)).toBeVisible();
    await dialog.getByRole('button', { name: cancel }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes()).toEqual([]);
    await press();
    await dialog.getByRole('button', { name: confirm }).click();
    answer();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes()).toEqual([{ status: 'withdrawn' }]);
  },
);

it('the confirmation counts several open proposals, also those that wait for an answer', async () => {
  const pair = agreement({ _id: idOf(71) });
  await showRequest({ accepted: [acceptedProposal()], agreements: [pair] });
  await page.getByRole('button', { name: /^No longer looking/ }).click();
  await expect
    .element(page.getByText(/in 2 open proposals\. Withdrawing it ends them for all/))
    .toBeVisible();
});

it.each<[string, Partial<AgreementList>]>([
  ['await the answer', { pagination: paginationOf({ page: 1, limit: 10 }, 11) }],
  ['are accepted', { accepted: Array.from({ length: ACCEPTED_SHOWN }, () => acceptedProposal()) }],
])('the confirmation names no number if more proposals %s than are loaded', async (_case, proposals) => {
  await showRequest({ agreements: [agreement()], ...proposals });
  await page.getByRole('button', { name: /^No longer looking/ }).click();
  await expect
    .element(page.getByText('Open proposals with this request end for all their members.'))
    .toBeVisible();
});

it('the confirmation keeps its text if the proposals end while it is open', async () => {
  const { setProposals } = await showRequest({ accepted: [acceptedProposal()] });
  await page.getByRole('button', { name: /^No longer looking/ }).click();
  setProposals(agreementList({ accepted: [] }));
  await expect.element(page.getByText('0 accepted')).toBeInTheDocument();
  await expect
    .element(page.getByRole('dialog').getByText(/ends the proposal for all 3 teachers/))
    .toBeVisible();
});

it.each<[Language, string, string, number]>([
  ['en', 'No longer looking', 'Open proposals with this request end for all their members.', 500],
  ['en', 'No longer looking', 'Open proposals with this request end for all their members.', 0],
  ['hi', 'अब स्थानांतरण नहीं चाहिए', 'इस अनुरोध वाले खुले प्रस्ताव सभी सदस्यों के लिए समाप्त हो जाएँगे।', 0],
])('in %s “%s” asks first without the open proposals: “%s” (%i)', async (language, step, text, status) => {
  signInAs();
  // Without a status, the proposals do not load.
  api = answerCalls(() => (status === 0 ? new Promise<never>(() => {}) : { status, body: {} }));
  const Badge = () => useQuery(waitingAgreementsQuery(idOf(1))).isError && <p>failed</p>;
  await show(
    <>
      <Badge />
      <OwnRequestList requests={[request]} />
    </>,
    language,
  );
  if (status !== 0) await expect.element(page.getByText('failed')).toBeVisible();
  await page.getByRole('heading', { level: 3 }).click();
  await page.getByRole('button', { name: new RegExp(`^${step}`) }).click();
  await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible();
  expect(changes()).toEqual([]);
});

it('a request without an open proposal is withdrawn at once, and its button is busy meanwhile', async () => {
  const { answer } = await showRequest({ accepted: [acceptedProposal({ requests: [idOf(12), idOf(13)] })] });
  const button = page.getByRole('button', { name: /^No longer looking/ });
  await button.click();
  await expect.element(button).toHaveAttribute('data-busy');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  answer();
  await expect.element(page.getByText('Your request is up to date: Withdrawn.')).toBeVisible();
  expect(changes()).toEqual([{ status: 'withdrawn' }]);
});

it.each(['A swap is agreed', 'I have moved', 'Delete'])(
  'the dialog “%s” warns that it ends the open proposal of the request',
  async (step) => {
    await showRequest({ accepted: [acceptedProposal()] });
    await page.getByRole('button', { name: new RegExp(`^${step}: `) }).click();
    const warning = /is in an open proposal, which this ends for all 3 teachers\.$/;
    await expect.element(page.getByRole('dialog').getByText(warning)).toBeVisible();
  },
);

it.each([
  ['No longer looking', 'PATCH', 'Your request is up to date: Withdrawn.'],
  ['Delete', 'DELETE', 'Transfer request deleted successfully'],
])('after “%s” the own requests and their matches are not fetched again', async (step, method, done) => {
  const { _id: userId } = signInAs();
  const changed = ownRequest({ ...request, status: 'withdrawn' });
  const methods: string[] = [];
  api = answerCalls((path, _body, _parameters, init) => {
    if (init?.method === method) methods.push(path);
    if (path.endsWith('/my')) return { status: 200, body: { requests: [request] } };
    if (path.endsWith('/status')) return { status: 200, body: { data: { request: changed } } };
    return { status: 200, body: agreementList({}) };
  });
  const Own = () => {
    const { data = [] } = useQuery(myRequestsQuery(userId));
    useQuery({ ...waitingAgreementsQuery(userId), enabled: data.length > 0 });
    return <OwnRequestList requests={data} />;
  };
  await show(<Own />);
  await page.getByRole('heading', { level: 3 }).click();
  await page.getByRole('button', { name: new RegExp(`^${step}: `) }).click();
  const dialog = page.getByRole('dialog');
  if (step === 'Delete') await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(done)).toBeVisible();
  expect(methods).toHaveLength(1);
  expect(api.calls.filter(({ path }) => path.endsWith('/my'))).toHaveLength(1);
});

it('a deletion first ends the calls about the request that are under way', async () => {
  const { _id: userId } = signInAs();
  let underWay: AbortSignal | null | undefined;
  let wasEnded: boolean | undefined;
  api = answerCalls((path, _body, _parameters, init) => {
    if (init?.method === 'DELETE') wasEnded = underWay?.aborted;
    if (path.endsWith('/rings')) {
      underWay = init?.signal;
      return new Promise(() => {});
    }
    return { status: 200, body: agreementList({}) };
  });
  const Rings = () => {
    useQuery(ringsQuery(userId, request._id));
    return <OwnRequestList requests={[request]} />;
  };
  await show(<Rings />);
  await page.getByRole('heading', { level: 3 }).click();
  await page.getByRole('button', { name: /^Delete: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => wasEnded).toBe(true);
});
