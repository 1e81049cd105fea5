import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import RequestMap from './request-map.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('a district links to the requests to move there, and with “Want to leave” selected to the requests of teachers who work there', async () => {
  const districts = [{ district: 'Siwan', coming: 3, leaving: 5 }];
  api = answerCalls((path) => ({
    status: 200,
    body: path === '/api/requests/map' ? { districts } : { districts: null, blocks: null, credit: null },
  }));
  await show(<RequestMap />);
  const siwan = page.getByRole('link', { name: /Siwan/ });
  await expect.element(siwan).toHaveAttribute('href', '/?district=Siwan');
  await page.getByText('Want to leave', { exact: true }).click();
  await expect.element(siwan).toHaveAttribute('href', '/?fromDistrict=Siwan');
});
