import { Random } from '@mutual-transfer/demo/random';
import { expect, it } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

it('numbers each distinct text once, in order of first use, wherever its bytes start', () => {
  const random = new Random(3, 0);
  const letters = ['a', 'b', 'न', 'ा', '=', '~'];
  const texts = Array.from({ length: 20_000 }, () =>
    Array.from({ length: random.below(8) }, () => random.pick(letters)).join(''),
  );
  const shared = new SharedTexts();
  const numbers = texts.map((text) => {
    const [before, bytes] = [Buffer.from('ab'.slice(random.below(3))), Buffer.from(text)];
    return shared.numberOf(
      Buffer.concat([before, bytes, before]),
      before.length,
      before.length + bytes.length,
    );
  });
  const distinct = [...new Set(texts)];
  const ended = Buffer.from(`ab${texts.join('\0')}\0c`);
  const starts = { next: 2 };
  for (const number of numbers) {
    expect(shared.numberUpToNul(ended, starts.next)).toBe(number);
    starts.next = shared.end + 1;
  }
  expect(numbers).toEqual(texts.map((text) => distinct.indexOf(text)));
  expect(distinct.map((_, number) => shared.at(number))).toEqual(distinct);
});
