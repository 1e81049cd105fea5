import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PlaceProspects } from './request-fields.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

async function ask(body: Prospects): Promise<void> {
  api = answerCalls(() => ({ status: 200, body }));
  const question = { desiredDistrict: 'Gaya', subject: 'Mathematics', classRange: '6-8' };
  await show(<PlaceProspects question={question} user={signInAs()} />);
}

it('a wish shows the counts of its districts as bounds', async () => {
  await ask({ wantYourPlace: 9, directSwaps: 7, shortestRing: 4 });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Up to 7 teachers in all of Gaya might swap directly; for your block fewer or none. Or a ring of 4 or more.',
    );
});

it('a wish without counts of swaps and rings says so', async () => {
  await ask({ wantYourPlace: 9, directSwaps: null, shortestRing: null });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Fewer than five teachers in all of Gaya might swap directly; for your block perhaps none. No ring is known yet, or too few teachers take part to show it.',
    );
});
