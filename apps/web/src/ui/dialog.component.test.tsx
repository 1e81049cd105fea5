import { type ReactElement, StrictMode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Failure } from './states.tsx';

const texts = { confirm: 'Delete it', cancel: 'Keep it' };

function Sample({ isBusy = false, failure }: { isBusy?: boolean; failure?: ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  const [confirmed, setConfirmed] = useState(0);
  return (
    <>
      <button onClick={() => setOpen(true)} type="button">
        Open
      </button>
      <p>Confirmed: {confirmed}</p>
      {isOpen && (
        <ConfirmDialog
          failure={failure}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onConfirm={() => setConfirmed(confirmed + 1)}
          text="It cannot be undone."
          texts={texts}
          title="Delete the request?"
        />
      )}
    </>
  );
}

const opener = () => page.getByRole('button', { name: 'Open' });
const dialog = () => page.getByRole('dialog', { name: 'Delete the request?' });

it.each(['Escape', 'Keep it', 'Close'])('a dialog is closed by %s, and restores the focus', async (close) => {
  await show(<Sample />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  if (close === 'Escape') await userEvent.keyboard('{Escape}');
  else await page.getByRole('button', { name: close }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  await expect.element(page.getByText('Confirmed: 0')).toBeVisible();
});

it('a dialog traps the focus', async () => {
  await show(<Sample />);
  await opener().click();
  for (let press = 0; press < 6; press += 1) {
    await userEvent.tab();
    await expect.element(opener()).not.toHaveFocus();
  }
});

it('a dialog shows the error of a failed action, and cannot be closed while an action is pending', async () => {
  await show(<Sample failure={<Failure text="The server did not answer." />} isBusy />);
  await opener().click();
  await expect.element(page.getByText('The server did not answer.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
});

it('a dialog performs its action after the confirmation', async () => {
  await show(<Sample />);
  await opener().click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect.element(page.getByText('Confirmed: 1')).toBeInTheDocument();
});

it('a dialog that the page removes after its action restores the focus', async () => {
  const onClose = vi.fn();
  function Acting() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)} type="button">
          Open
        </button>
        {isOpen && (
          <ConfirmDialog
            isBusy={false}
            onClose={onClose}
            onConfirm={() => setOpen(false)}
            text="It cannot be undone."
            texts={texts}
            title="Delete the request?"
          />
        )}
      </>
    );
  }
  await show(
    <StrictMode>
      <Acting />
    </StrictMode>,
  );
  await opener().click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
});
