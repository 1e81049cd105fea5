import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { MoreMatches, useMatchesInPart } from './found-matches.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const requests = [ownRequest({ _id: idOf(10) }), ownRequest({ _id: idOf(11) })];

/** Mocks the given number of matches per request. The second request matches teachers whom the first one matches too. */
function answerWith(totals: Readonly<Record<string, number>>) {
  api = answerCalls((path, _body, parameters) => {
    const total = totals[path.split('/')[3] ?? ''] ?? 0;
    const limit = Number(parameters.get('limit'));
    const first = (Number(parameters.get('page') ?? 1) - 1) * limit;
    const numbers = Array.from({ length: Math.min(limit, total - first) }, (_, index) => first + index);
    const matches = numbers.map((number) =>
      match({ user: person({ _id: idOf(1000 + number), name: `Teacher ${number}` }) }),
    );
    return {
      status: 200,
      body: {
        matches,
        total,
        perfect: total,
        wantsYourPlace: 0,
        registered: { perfect: 0, wantsYourPlace: 0 },
      },
    };
  });
}

function Part({ own }: { own: readonly TransferRequest[] }) {
  const part = useMatchesInPart('the account', own);
  return (
    <>
      {part.shown.map(({ user }) => (
        <article key={user._id}>{user.name}</article>
      ))}
      <MoreMatches {...part} />
    </>
  );
}

it('shows ten matches, and twenty more at each press up to the last', async () => {
  signInAs();
  answerWith({ [idOf(10)]: 115 });
  await show(<Part own={requests.slice(0, 1)} />);
  const cards = page.getByRole('article');
  const more = page.getByRole('button', { name: 'Show more matches' });
  for (const shown of [10, 30, 50, 70, 90, 110]) {
    await expect.element(page.getByText(`Showing top ${shown} matches out of 115 total.`)).toBeVisible();
    expect(cards.elements()).toHaveLength(shown);
    await more.click();
  }
  await expect.element(more).not.toBeInTheDocument();
  await expect.poll(() => cards.elements()).toHaveLength(115);
});

it('a teacher whom several requests match is counted once', async () => {
  signInAs();
  answerWith({ [idOf(10)]: 102, [idOf(11)]: 101 });
  await show(<Part own={requests} />);
  const more = page.getByRole('button', { name: 'Show more matches' });
  for (const shown of [10, 30, 50, 70, 90]) {
    await expect.element(page.getByText(new RegExp(`Showing top ${shown} matches`))).toBeVisible();
    await more.click();
  }
  await expect.element(more).not.toBeInTheDocument();
  await expect.poll(() => page.getByRole('article').elements()).toHaveLength(102);
});

it('shows an error with a retry if more matches fail to load', async () => {
  signInAs();
  answerWith({ [idOf(10)]: 105 });
  await show(<Part own={requests.slice(0, 1)} />);
  const more = page.getByRole('button', { name: 'Show more matches' });
  for (const _ of Array.from({ length: 4 })) await more.click();
  api?.stop();
  api = answerCalls(() => ({ status: 503, body: { message: 'Later.', code: 'busy' } }));
  await more.click();
  await expect.element(page.getByText('Later.')).toBeVisible();
  api.stop();
  answerWith({ [idOf(10)]: 105 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Later.')).not.toBeInTheDocument();
  await expect.poll(() => page.getByRole('article').elements().length).toBe(105);
});
