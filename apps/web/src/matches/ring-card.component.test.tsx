import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ring } from '../testing/rings.ts';
import { show } from '../testing/show.tsx';
import { RingCard } from './ring-card.tsx';

/** Renders the ring with its members. */
async function showOpened(opened = ring) {
  await show(<RingCard ring={opened} />);
  await page.getByText('With Teacher B and Teacher C').click();
}

it('a ring names the others, and shows their moves at a press', async () => {
  await show(<RingCard ring={ring} />);
  await expect.element(page.getByRole('heading', { name: 'A ring of 3' })).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  await page.getByText('With Teacher B and Teacher C').click();
  await expect.element(page.getByRole('list')).toBeVisible();
});

it('a ring lists each move in order, the viewer first and without a name', async () => {
  await showOpened();
  const steps = page.getByRole('listitem').elements();
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^You.*Bodh Gaya, Gaya.*Danapur, Patna.*about 90 km/),
    expect.stringMatching(/^Teacher B.*Danapur, Patna.*Siwan, Siwan/),
    expect.stringMatching(/^Teacher C.*Siwan, Siwan.*Bodh Gaya, Gaya/),
  ]);
});

it('a ring shows the kind of teacher that a member stated', async () => {
  const members = ring.members.map((member, number) => ({
    ...member,
    user: { ...member.user, ...(number === 1 && { category: 'school' }) },
  }));
  await showOpened({ ...ring, members });
  const steps = page.getByRole('listitem');
  await expect.element(steps.nth(1)).toBeVisible();
  expect(steps.nth(1).element().textContent).toContain(' · School teacher (Vidyalaya Adhyapak)');
  for (const other of [steps.nth(0), steps.nth(2)])
    expect(other.element().textContent).not.toContain('School teacher');
});

it('a ring opens the contact of one member at a time, and none of the viewer', async () => {
  await showOpened();
  expect(page.getByRole('group').elements()).toHaveLength(3);
  const call = page.getByRole('link', { name: 'Call: Teacher B' });
  await expect.element(call).not.toBeInTheDocument();
  await page.getByText('Reach Teacher B').click();
  await expect.element(call).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Call: Teacher C' })).not.toBeInTheDocument();
});

it('a ring marks the members with a verified name and number, but not the viewer', async () => {
  const members = ring.members.map((member, number) => ({
    ...member,
    user: { ...member.user, isVerified: number < 2 },
  }));
  await showOpened({ ...ring, members });
  const marked = page
    .getByRole('listitem')
    .elements()
    .map((step) => /Verified/.test(step.textContent ?? ''));
  expect(marked).toEqual([false, true, false]);
});

it("a ring is shown in the user's language", async () => {
  await show(<RingCard ring={ring} />, 'hi');
  await expect.element(page.getByText(/दानापुर, पटना/).first()).toBeVisible();
});
