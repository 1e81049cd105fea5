import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnChances } from './request-results.tsx';
import { myRequestsQuery } from './requests.queries.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const posted = ownRequest();
const bound = ownRequest({
  _id: idOf(30),
  status: 'pending',
  agreement: { _id: idOf(70), isFiled: false },
});
const chances = () => page.getByRole('region', { name: 'Your chances' });

/** Shows the chances of the posted request, once the requests that the server lists are loaded. */
async function showChances(listed: readonly TransferRequest[]) {
  const { _id: userId } = signInAs();
  api = answerCalls((path) => ({
    status: 200,
    body: path === '/api/requests/my' ? { requests: listed, pagination: { total: listed.length } } : {},
  }));
  const Listed = () => {
    const { data } = useQuery(myRequestsQuery(userId));
    return data && <p>{`${data.length} listed`}</p>;
  };
  await show(
    <>
      <Listed />
      <OwnChances isAdviceOpen={false} requests={[posted]} userId={userId} />
    </>,
  );
  await expect.element(page.getByText(`${listed.length} listed`)).toBeVisible();
}

it('a request that was just posted has chances before the list contains it', async () => {
  await showChances([]);
  expect(chances().elements()).toHaveLength(1);
});

it('a request of a teacher whom an agreement binds has no chances', async () => {
  await showChances([bound, posted]);
  expect(chances().elements()).toEqual([]);
});
