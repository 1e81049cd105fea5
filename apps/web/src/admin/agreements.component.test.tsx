import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { useAgreementFilters } from './agreements.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function Rounds() {
  const round = useAgreementFilters('a').find(({ name }) => name === 'round');
  return <p>{round?.kind === 'choice' && round.options.map(({ label }) => label).join(' | ')}</p>;
}

it('the filter names rounds of a season by number, and other rounds as started in between', async () => {
  const createdAt = '2026-11-26T04:30:00Z';
  const rounds = [
    { _id: '2', number: null, createdAt },
    { _id: '1', number: 1, createdAt },
  ];
  api = answerCalls(() => ({ status: 200, body: { rounds } }));
  await show(<Rounds />);
  const names = 'Round of 26 Nov 2026, started in between | Round 1, 26 Nov 2026';
  await expect.element(page.getByText(names)).toBeVisible();
});
