import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../platform/client.ts';
import { show } from '../../testing/show.tsx';
import { ActionFailure, QueryState } from './query-state.tsx';

const failed = (error: Error, refetch = async () => undefined) => ({
  isPending: false,
  error,
  refetch,
});
const retry = () => page.getByRole('button', { name: 'Try again' });

it("a 403 shows the server's reason without a retry", async () => {
  const message = 'This concerns another district than yours.';
  const refused = new ApiError(403, { code: 'forbidden', message });
  await show(<QueryState query={failed(refused)} />);
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(retry()).not.toBeInTheDocument();
});

it('a 503 can be retried', async () => {
  const refetch = vi.fn(async () => undefined);
  await show(<QueryState query={failed(new ApiError(503, undefined), refetch)} />);
  await expect.element(page.getByText('Failed to fetch data')).toBeVisible();
  await retry().click();
  await expect.poll(() => refetch).toHaveBeenCalledOnce();
});

it('an action without a connection says what failed, and then the reason as a sentence of its own', async () => {
  await show(<ActionFailure error={new ApiError(0, undefined)} text="Failed to update user status" />);
  await expect.element(page.getByText('Failed to update user status')).toBeVisible();
  await expect
    .element(page.getByText('There is no connection; what you typed is kept.', { exact: true }))
    .toBeVisible();
});
