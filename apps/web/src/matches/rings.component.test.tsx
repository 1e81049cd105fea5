import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cutTexts, overlappingTexts } from '../testing/layout.ts';
import { idOf } from '../testing/people.ts';
import { ring } from '../testing/rings.ts';
import { show } from '../testing/show.tsx';
import { RingCard } from './rings.tsx';

/** Renders the ring with its members. */
async function showOpened(opened = ring) {
  await show(<RingCard ring={opened} />);
  await page.getByText(/^See the members/).click();
}

it('a ring shows its length and the viewer’s new place, and its moves after a press', async () => {
  await show(<RingCard ring={ring} />);
  await expect
    .element(page.getByRole('heading', { name: 'A ring of 3 · you go to Danapur, Patna' }))
    .toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  await page.getByText(/^See the members/).click();
  await expect.element(page.getByRole('list')).toBeVisible();
});

it('the drawing of a ring has the names of its places', async () => {
  await show(<RingCard ring={ring} />);
  for (const place of ['Bodh Gaya', 'Danapur', 'Siwan'])
    await expect.element(page.getByText(place, { exact: true })).toBeVisible();
});

it.each([320, 360])(
  'on a screen of %i px no name on the drawing of a ring of ten overlaps another or is cut',
  async (width) => {
    await page.viewport(width, 640);
    const [member] = ring.members;
    if (member === undefined) throw new Error('The ring has no member');
    const members = Array.from({ length: 10 }, (_, number) => ({ ...member, requestId: idOf(50 + number) }));
    for (const language of ['en', 'hi'] as const) {
      const shown = await show(<RingCard ring={{ length: 10, requests: [], members }} />, language);
      const drawing = document.querySelector('svg')?.parentElement;
      expect(drawing?.querySelectorAll('span').length).toBe(10);
      if (drawing) expect([...overlappingTexts(drawing), ...cutTexts(drawing)]).toEqual([]);
      await shown.unmount();
    }
  },
);

it('two collapsed rings fit on a screen of 640 px in both languages', async () => {
  await page.viewport(360, 640);
  for (const language of ['en', 'hi'] as const) {
    const shown = await show(
      <div style={{ paddingInline: '1rem' }}>
        <RingCard ring={ring} />
      </div>,
      language,
    );
    const height = document.querySelector('article')?.getBoundingClientRect().height;
    expect(height).toBeGreaterThan(0);
    // Two cards with the distance between them, between the header and the bottom bar.
    expect(2 * (height ?? 0) + 16, language).toBeLessThan(640);
    await shown.unmount();
  }
});

it('with a large font on a narrow screen the names of the places are below the drawing', async () => {
  await page.viewport(320, 640);
  document.documentElement.style.fontSize = '150%';
  try {
    await show(<RingCard ring={ring} />);
    const tops = [];
    for (const place of ['Bodh Gaya', 'Danapur', 'Siwan']) {
      const name = page.getByText(place, { exact: true });
      await expect.element(name).toBeVisible();
      tops.push(name.element().getBoundingClientRect().bottom);
    }
    const drawing = document.querySelector('svg')?.getBoundingClientRect();
    expect(Math.min(...tops)).toBeGreaterThan(drawing?.bottom ?? Number.POSITIVE_INFINITY);
    const space = document.querySelector('svg')?.parentElement;
    if (space) expect([...overlappingTexts(space), ...cutTexts(space)]).toEqual([]);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

it('the dialog that proposes a ring states the viewer’s new place, the other members, and the time to answer', async () => {
  await show(<RingCard ring={ring} />);
  await page.getByRole('button', { name: 'Propose this swap: Teacher B and Teacher C' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('A ring of 3, with Teacher B and Teacher C.')).toBeVisible();
  await expect.element(dialog.getByText('Danapur, Patna')).toBeVisible();
  await expect.element(dialog.getByText(/^You get an answer within 72 hours/)).toBeVisible();
});

it('a ring lists each move in order, the viewer first and without a name', async () => {
  await showOpened();
  const steps = page.getByRole('listitem').elements();
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^You.*Bodh Gaya, Gaya.*Danapur, Patna.*about 90\u00a0km/),
    expect.stringMatching(/^Teacher B.*Danapur, Patna.*Siwan, Siwan/),
    expect.stringMatching(/^Teacher C.*Siwan, Siwan.*Bodh Gaya, Gaya/),
  ]);
});

it('a ring shows the teacher category of a member who stated it', async () => {
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
  const call = page.getByRole('link', { name: /^Call: Teacher B, / });
  await expect.element(call).not.toBeInTheDocument();
  await page.getByText('Reach Teacher B').click();
  await expect.element(call).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Call: Teacher C, / })).not.toBeInTheDocument();
});

it('a ring marks the members with a verified name and phone number, but not the viewer', async () => {
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
