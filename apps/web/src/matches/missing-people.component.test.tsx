import type { MissingPerson } from '@mutual-transfer/domain/matching/ring';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { MissingPeople } from './advice.tsx';

const missing = (overrides: Partial<MissingPerson>): MissingPerson => ({
  from: { district: 'Gaya', block: 'Bodh Gaya' },
  to: { district: 'Patna', block: 'Barh' },
  length: 2,
  share: 'a-code',
  ...overrides,
});

it('a teacher missing for a direct swap is described without a ring', async () => {
  await show(<MissingPeople people={[missing({})]} />);
  const [from, to] = ['Bodh Gaya, Gaya', 'Barh, Patna'];
  await expect
    .element(page.getByText(`A teacher from ${from} who wants to go to ${to} could swap with you directly.`))
    .toBeVisible();
});

it('a teacher missing in a ring is shown with the ring’s length', async () => {
  await show(<MissingPeople people={[missing({ length: 3 })]} />);
  await expect.element(page.getByText(/would close a ring of 3\.$/)).toBeVisible();
});
