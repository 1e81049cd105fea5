import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement } from '../../testing/agreements.ts';
import { show } from '../../testing/show.tsx';
import { StepsPart } from './steps-part.tsx';

it('the steps show the deadline to which the office extended the next step', async () => {
  const agreedAt = '2026-06-16T06:30:00.000Z';
  const extendedUntil = '2026-08-20T06:30:00.000Z';
  await show(<StepsPart agreement={agreement({ state: 'agreed', agreedAt, extendedUntil })} />);
  await expect.element(page.getByText(/Due by 20 Aug 2026/)).toBeVisible();
});

it('the steps show due dates that count from the submission', async () => {
  const times = { agreedAt: '2026-06-16T06:30:00.000Z', submittedAt: '2026-06-29T06:30:00.000Z' };
  await show(<StepsPart agreement={agreement({ state: 'in_progress', ...times })} />);
  await expect.element(page.getByText(/Due by 2 Jul 2026/)).toBeVisible();
  await expect.element(page.getByText(/Due by 9 Jul 2026/)).toBeVisible();
});
