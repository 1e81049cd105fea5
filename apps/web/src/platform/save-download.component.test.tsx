import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Download } from '../admin/list/download.tsx';
import { show } from '../testing/show.tsx';

afterEach(() => vi.restoreAllMocks());

it('a file says how much of it has arrived, and has no time limit of its own', async () => {
  let arriving: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      arriving = controller;
    },
  });
  const headers = {
    'content-length': '2000000',
    'content-disposition': "attachment; filename*=UTF-8''papers.zip",
  };
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body, { headers }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const limits = vi.spyOn(AbortSignal, 'timeout');
  await show(<Download path="/admin/agreements/papers.zip" text="Papers" />);
  await page.getByRole('button', { name: 'Papers' }).click();
  arriving?.enqueue(new Uint8Array(1_200_000));
  await expect.element(page.getByText('1.2 MB of 2 MB received')).toBeVisible();
  arriving?.enqueue(new Uint8Array(800_000));
  arriving?.close();
  await expect.element(page.getByText(/received/)).not.toBeInTheDocument();
  expect(limits).not.toHaveBeenCalled();
});

it('a file that breaks off shows the error', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError('broken off')),
  });
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body));
  await show(<Download path="/admin/users.csv" />);
  await page.getByRole('button').click();
  await expect.element(page.getByText(/The file could not be downloaded/)).toBeVisible();
});
