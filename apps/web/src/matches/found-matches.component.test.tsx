import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { ring } from '../testing/rings.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { FoundMatches, useMatchesInPart } from './found-matches.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const near = match({
  user: person({ _id: idOf(31), name: 'Near Kumari' }),
  isPerfectMatch: false,
  requests: null,
});
const wanting = match({
  user: person({ _id: idOf(32), name: 'Wanting Kumari' }),
  isPerfectMatch: false,
  requests: null,
});

/** Mocks one near match, one teacher who wants the user's place, and these rings. */
function answerWith({ rings, perfect }: { rings: readonly unknown[]; perfect: number }) {
  api = answerCalls((path, _body, parameters) => {
    if (path.endsWith('/rings')) return { status: 200, body: { rings, total: rings.length } };
    const counts = { perfect, wantsYourPlace: 1, registered: { perfect: 0, wantsYourPlace: 0 } };
    return parameters.get('kind') === 'wantsYourPlace'
      ? { status: 200, body: { matches: [wanting], ...counts, total: 1 } }
      : { status: 200, body: { matches: [near], ...counts, total: 2, ...agreementList() } };
  });
}

function Found({ requests }: { requests: readonly TransferRequest[] }) {
  const part = useMatchesInPart('the account', requests);
  return <FoundMatches empty={<p>Nothing found</p>} part={part} requests={requests} userId="the account" />;
}

const list = (name: string) => page.getByRole('link', { name });

it('shows rings first if no direct swap is possible, and each list by its tab', async () => {
  signInAs();
  answerWith({ rings: [ring], perfect: 0 });
  await show(<Found requests={[ownRequest()]} />);
  await expect.element(list('Rings 1')).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('heading', { name: /^A ring of 3/ })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Near Kumari' })).toBeVisible();
  await expect.element(page.getByText('Showing top 1 matches out of 2 total.')).toBeVisible();
  await list('Want my district 1').click();
  await expect.element(page.getByRole('heading', { name: 'Wanting Kumari' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^A ring of 3/ })).not.toBeInTheDocument();
  await list('Best').click();
  await expect.element(page.getByRole('heading', { name: 'Near Kumari' })).toBeVisible();
  await expect.element(page.getByText('Showing top 1 matches out of 2 total.')).toBeVisible();
});

it('shows matches first if a direct swap is possible', async () => {
  signInAs();
  answerWith({ rings: [ring], perfect: 1 });
  await show(<Found requests={[ownRequest()]} />);
  await expect.element(list('Direct 1')).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('heading', { name: 'Near Kumari' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Others who fit in part' })).not.toBeInTheDocument();
});

it('shows no tabs without an active request', async () => {
  signInAs();
  answerWith({ rings: [], perfect: 0 });
  await show(<Found requests={[ownRequest({ status: 'pending' })]} />);
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

it('shows an error, not an empty list, if a list fails to load', async () => {
  signInAs();
  const failure = { status: 503, body: { message: 'Later.', code: 'busy' } };
  api = answerCalls((path, _body, parameters) => {
    if (path.endsWith('/rings')) return { status: 200, body: { rings: [], total: 0 } };
    const counts = { total: 0, perfect: 0, wantsYourPlace: 1, registered: { perfect: 0, wantsYourPlace: 0 } };
    return parameters.get('kind') === null ? { status: 200, body: { matches: [], ...counts } } : failure;
  });
  await show(<Found requests={[ownRequest()]} />);
  await list('Want my district 1').click();
  await expect.element(page.getByText('Later.')).toBeVisible();
  expect(page.getByText('No teacher wants your district yet.').elements()).toEqual([]);
  api.stop();
  answerWith({ rings: [], perfect: 0 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Wanting Kumari' })).toBeVisible();
});

it('shows an error with a retry if the rings fail to load', async () => {
  signInAs();
  const noMatches = {
    matches: [],
    total: 0,
    perfect: 0,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  };
  api = answerCalls((path) =>
    path.endsWith('/rings')
      ? { status: 503, body: { message: 'Later.', code: 'busy' } }
      : { status: 200, body: noMatches },
  );
  await show(<Found requests={[ownRequest()]} />);
  await list('Rings …').click();
  await expect.element(page.getByText('Later.')).toBeVisible();
  api.stop();
  answerWith({ rings: [ring], perfect: 0 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: /^A ring of 3/ })).toBeVisible();
});

it('counts teachers who want the place once, whichever requests they match', async () => {
  signInAs();
  api = answerCalls((path, _body, parameters) => {
    if (path.endsWith('/rings')) return { status: 200, body: { rings: [], total: 0 } };
    const isWanting = parameters.get('kind') === 'wantsYourPlace';
    const matches = isWanting && parameters.get('page') === null ? [wanting] : [];
    return {
      status: 200,
      body: {
        matches,
        total: 24,
        perfect: 0,
        wantsYourPlace: 24,
        registered: { perfect: 0, wantsYourPlace: 0 },
        ...agreementList(),
      },
    };
  });
  await show(<Found requests={[ownRequest(), ownRequest({ _id: idOf(11) })]} />);
  await list('Want my district 24').click();
  await expect.element(page.getByText('Showing top 1 matches out of 24 total.')).toBeVisible();
});

it('shows no numbers before the server has answered', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 503, body: { message: 'Later.', code: 'busy' } }));
  await show(<Found requests={[ownRequest()]} />);
  for (const name of ['Best', 'Rings …', 'Want my district …'])
    await expect.element(list(name)).toBeVisible();
  await expect.element(page.getByText('Later.')).toBeVisible();
  expect(page.getByText('Nothing found').elements()).toEqual([]);
});

it('separates direct swaps from partial matches', async () => {
  signInAs();
  const direct = match({ user: person({ _id: idOf(33), name: 'Direct Kumari' }) });
  api = answerCalls((path) =>
    path.endsWith('/rings')
      ? { status: 200, body: { rings: [], total: 0 } }
      : {
          status: 200,
          body: {
            matches: [direct, near],
            total: 2,
            perfect: 1,
            wantsYourPlace: 0,
            registered: { perfect: 0, wantsYourPlace: 0 },
            ...agreementList(),
          },
        },
  );
  await show(<Found requests={[ownRequest()]} />);
  await page.getByRole('heading', { name: 'Others who fit in part' }).click();
  const names = page.getByRole('heading', { level: 3 }).elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Direct Kumari',
    'Others who fit in part',
    'Near Kumari',
  ]);
});
