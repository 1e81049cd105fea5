import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { TextField } from './text-fields.tsx';

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

it.each(['100%', '200%'])(
  'at a font size of %s the line height of an input has room for vowel signs above and below',
  async (size) => {
    document.documentElement.style.fontSize = size;
    await show(<TextField label="Name" name="name" onChange={() => {}} value="" />);
    const { lineHeight, fontSize } = getComputedStyle(page.getByRole('textbox').element());
    // The tallest letters of the font, with signs above and below, take 1.6 of its size.
    expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(1.6);
  },
);
