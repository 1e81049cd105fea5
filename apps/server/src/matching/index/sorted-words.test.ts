import { Random } from '@mutual-transfer/demo/random';
import { expect, it } from 'vitest';
import { SortedWords } from './term-index.ts';

it('returns the same words as a set while words are added, removed and added again between lookups', () => {
  const random = new Random(1, 0);
  const words = new SortedWords();
  const expected = new Set<string>();
  for (let step = 0; step < 20_000; step += 1) {
    const word = random.below(2_000).toString(36);
    if (expected.delete(word)) words.remove(word);
    else {
      expected.add(word);
      words.add(word);
    }
    if (random.below(step < 10_000 ? 2_000 : 50) > 0) continue;
    const sorted = [...expected].sort();
    expect(words.all()).toEqual(sorted);
    expect(words.beginningWith('1')).toEqual(sorted.filter((each) => each.startsWith('1')));
  }
});
