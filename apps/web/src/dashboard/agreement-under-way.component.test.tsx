import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, ownRequest } from '../testing/people.ts';
import { show } from '../testing/show.tsx';
import { AgreementUnderWay } from './agreement-news.tsx';

it('a teacher who has hidden the request of an agreement under way has a link to the agreement', async () => {
  await show(<AgreementUnderWay requests={[ownRequest({ ownerAgreement: idOf(60) })]} />);
  await expect.element(page.getByText(/no matches are looked for/)).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveAttribute('href', `/agreements/${idOf(60)}`);
});
