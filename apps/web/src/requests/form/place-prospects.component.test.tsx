import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session/session.ts';
import { signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { PlaceProspects } from './place-prospects.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a wish shows the numbers of its districts as bounds, as the answer to a visitor does', async () => {
  api = answerCalls(() => ({ status: 200, body: { wantYourPlace: 9, directSwaps: 7, shortestRing: 4 } }));
  const question = { desiredDistrict: 'Gaya', subject: 'Mathematics', classRange: '6-8' };
  await show(<PlaceProspects question={question} user={signInAs()} />);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Direct swaps: they work in Gaya and want Patna: At most 7 · Shortest ring that would move you: At least 4 teachers',
    );
});
