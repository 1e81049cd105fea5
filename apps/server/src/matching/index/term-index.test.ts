import { Random } from '@mutual-transfer/demo/random';
import { expect, it } from 'vitest';
import { isKeyWord, keyWords } from '../../people/search-words.ts';
import { TermIndex } from './term-index.ts';

const SYLLABLES = ['ka', 'kha', 'mi', 'ro', 'su', 'ta', 'vi', 'या', 'रा', 'सी'];

/** Returns one of a thousand words, so that a few rows seldom share a word, and freed words are added again. */
function anyWord(random: Random): string {
  return [random.pick(SYLLABLES), random.pick(SYLLABLES), random.pick(SYLLABLES)].join('');
}

function withKeys(words: readonly string[]): string[] {
  return [...new Set([...words, ...words.flatMap((word) => keyWords(word))])];
}

/** Returns the numbers that `withWords` finds. */
function found(index: TermIndex, words: readonly string[], beginnings: readonly string[]): number[] {
  const numbers = index.withWords(words, beginnings).flatMap((bitmap) => [...bitmap]);
  return [...new Set(numbers)].sort((first, second) => first - second);
}

it('frees the memory of replaced terms, and finds a freed word that is added again', () => {
  const index = new TermIndex();
  const set = (name: string) =>
    index.set(0, withKeys([name, `${name}pur`, 'vidyalaya']), [`school=${name}`, 'listed=']);
  set('sunita');
  const before = index.bytes();
  for (let change = 0; change < 2_000; change += 1) set(`x${change.toString(36)}y`);
  expect(index.bytes()).toBeLessThanOrEqual(before + 500);
  expect(found(index, ['sunita'], ['sunit', 'su', 's'])).toEqual([]);
  expect(index.withTerm('school=sunita')).toBeUndefined();
  set('sunita');
  expect(index.storedWords()).toEqual(['sunita', 'sunitapur', 'vidyalaya']);
  for (const beginning of ['s', 'su', 'sunit']) expect(found(index, [], [beginning])).toEqual([0]);
  expect(found(index, keyWords('suneeta'), [])).toEqual([0]);
  expect([...(index.withTerm('school=sunita') ?? [])]).toEqual([0]);
  index.dispose();
});

it.each([1, 2, 3])(
  'finds the same numbers as an exhaustive search while words are freed and added again (seed %i)',
  (seed) => {
    const random = new Random(seed, 0);
    const index = new TermIndex();
    const wordsOf = new Map<number, readonly string[]>();
    for (let step = 0; step < 1_000; step += 1) {
      const number = random.below(6);
      const texts = Array.from({ length: random.below(4) }, () => anyWord(random));
      const words = random.below(10) === 0 ? [...new Set(texts)] : withKeys(texts);
      index.set(number, words, []);
      wordsOf.set(number, words);
      const names = [...new Set([...wordsOf.values()].flat().filter((one) => !isKeyWord(one)))].sort();
      expect(index.storedWords()).toEqual(names);
      const searched = random.pick([...names, anyWord(random)]);
      const [whole, beginnings] = [withKeys([searched]), [searched.slice(0, 1 + random.below(4))]];
      const isMet = (word: string) => whole.includes(word) || beginnings.some((one) => word.startsWith(one));
      const numbers = [...wordsOf].filter(([, all]) => all.some(isMet)).map(([each]) => each);
      expect(found(index, whole, beginnings)).toEqual(numbers.sort());
    }
    index.dispose();
  },
);
