import axe from 'axe-core';
import { expect, it } from 'vitest';
import { show } from '../testing/show.tsx';
import KitPage from './kit-page.tsx';

it.each(['en', 'hi'] as const)(
  'every part of the kit is accessible in both colour schemes, in %s',
  async (language) => {
    await show(<KitPage />, language);
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);
