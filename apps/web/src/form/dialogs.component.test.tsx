import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../platform/client.ts';
import { show } from '../testing/show.tsx';
import { ConfirmAction } from './dialogs.tsx';

/** Renders an action whose calls have the given outcomes, in order. */
function Sample({ outcomes }: { outcomes: (() => Promise<string>)[] }) {
  const [done, setDone] = useState('');
  return (
    <>
      <p>Done: {done}</p>
      {done === '' && (
        <ConfirmAction
          act={() => outcomes.shift()?.() ?? Promise.resolve('too often')}
          onClose={() => {}}
          onDone={setDone}
          text="It cannot be undone."
          texts={{ confirm: 'Stop', cancel: 'Go on', failed: 'It was not stopped.' }}
          title="Stop the round?"
        />
      )}
    </>
  );
}

const confirm = () => page.getByRole('button', { name: 'Stop', exact: true });

it('the dialog of a failed action stays open with the reason, and another confirmation retries the action', async () => {
  const outcomes = [
    () => Promise.reject(new Error('no reason')),
    () =>
      Promise.reject(new ApiError(409, { message: 'The round has ended.', code: 'conflict', fields: {} })),
    () => Promise.resolve('stopped'),
  ];
  await show(<Sample outcomes={outcomes} />);
  await confirm().click();
  await expect.element(page.getByText('It was not stopped.')).toBeVisible();
  await confirm().click();
  await expect.element(page.getByText('The round has ended.')).toBeVisible();
  await confirm().click();
  await expect.element(page.getByText('Done: stopped')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
