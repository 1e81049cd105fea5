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

it('a wish shows in one sentence what the public requests say about it', async () => {
  await ask({ wantYourPlace: 9, directSwaps: 7, shortestRing: 4 });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('7 teachers can swap with you directly if blocks and category fit too.');
});
