import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { callApi } from '../platform/client.ts';
import { clearSession } from '../platform/session.ts';
import { idOf, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PersonDialog, PersonMenu } from './person-menu.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const listed = person({ _id: idOf(2) });

/** List that is refetched on a press, as after a block. */
function List() {
  const { data: people, refetch } = useQuery({
    queryKey: ['people'],
    queryFn: () => callApi<(typeof listed)[]>('/people'),
  });
  return (
    <>
      <button id="refetch" onClick={() => refetch()} type="button">
        Refetch
      </button>
      {people?.map((one) => (
        <PersonMenu key={one._id} person={one} />
      ))}
      {people?.length === 0 && <p>Empty list</p>}
    </>
  );
}

it('the dialog of a teacher stays open with its undo after the block has removed the card', async () => {
  signInAs();
  const blocks: string[] = [];
  api = answerCalls((path, _body, _parameters, init) => {
    if (path === '/api/people') return { status: 200, body: blocks.includes('PUT') ? [] : [listed] };
    blocks.push(init?.method ?? 'GET');
    return { status: 200, body: { message: `Answer ${blocks.length}` } };
  });
  await show(
    <PersonDialog>
      <List />
    </PersonDialog>,
  );
  const dialog = page.getByRole('dialog', { name: listed.name });
  await page.getByRole('button', { name: `Block or report: ${listed.name}` }).click();
  await dialog.getByRole('button', { name: 'Block this teacher' }).click();
  await expect.element(dialog.getByText('Answer 1')).toBeVisible();
  document.querySelector<HTMLButtonElement>('#refetch')?.click();
  await expect.element(page.getByText('Empty list')).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(dialog.getByText('Answer 2')).toBeVisible();
  expect(blocks).toEqual(['PUT', 'DELETE']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
