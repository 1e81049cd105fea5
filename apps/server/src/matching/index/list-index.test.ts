import { Random } from '@mutual-transfer/demo/random';
import { filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { type Condition, conditionOfWord, keyWords } from '../../people/search-words.ts';
import { IdTable } from './id-table.ts';
import { type IndexedRequest, ListIndex } from './list-index.ts';

const words = [
  'ram',
  'ramesh',
  'rama',
  'raam',
  'r',
  'sita',
  'patna',
  'गया',
  'गयाजी',
  'sunita',
  'suneeta',
  'रमेश',
];
const codes = ['a', 'b', null];

function anyRequest(random: Random, msecs: number): IndexedRequest {
  return {
    id: newId({ msecs, random: Uint8Array.from({ length: 16 }, () => random.below(256)) }),
    ownerId: newId(),
    isListed: random.below(10) > 0,
    isListedLater: random.below(4) === 0,
    words: [
      ...new Set([random.pick(words), random.pick(words), random.pick(words)].flatMap(asStored(random))),
    ],
    codes: filterColumns.map(() => random.pick(codes)),
  };
}

/**
 * Returns a function that maps a word to the word and its spelling keys, or rarely to the word alone, as other versions of the product
 * store it.
 */
function asStored(random: Random): (word: string) => readonly string[] {
  return random.below(20) === 0 ? (word) => [word] : withKeys;
}

function withKeys(word: string): readonly string[] {
  return [word, ...keyWords(word)];
}

function anyCondition(random: Random): Condition {
  const kind = random.below(4);
  if (kind === 3)
    return { ...conditionOfWord(random.pick([...words, 'rames', 'sunit', 'sita'])), columns: [] };
  return {
    columns: kind === 0 ? [[random.pick(filterColumns), [random.pick(codes), random.pick(codes)]]] : [],
    words: kind === 1 ? [random.pick(words.flatMap(withKeys))] : [],
    beginnings:
      kind > 0 ? [random.pick(['r', 'ra', 'ram', 'rames', 'ग', 'गया', 'x', 'sita', '~rm', '~snt'])] : [],
  };
}

/** Returns true if the request meets the condition, without using an index. */
function meets(request: IndexedRequest, { columns, words: whole, beginnings }: Condition): boolean {
  return (
    columns.some(([column, passing]) =>
      passing.includes(request.codes[filterColumns.indexOf(column)] ?? null),
    ) ||
    request.words.some((word) => whole.includes(word)) ||
    request.words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
  );
}

function expected(all: readonly IndexedRequest[], conditions: readonly Condition[]): string[] {
  return all
    .filter(({ isListed }) => isListed)
    .filter((request) => conditions.every((condition) => meets(request, condition)))
    .sort((first, second) =>
      first.isListedLater === second.isListedLater
        ? Number(first.id < second.id) - Number(first.id > second.id)
        : Number(first.isListedLater) - Number(second.isListedLater),
    )
    .map(({ id }) => id);
}

/** Posts, edits or deletes a request, in the index and in the map. */
function changeSomething(
  random: Random,
  step: number,
  index: ListIndex,
  all: Map<string, IndexedRequest>,
): void {
  const known = [...all.values()];
  const change = random.below(10);
  if (change === 9 && known.length > 0) {
    const { id } = random.pick(known);
    all.delete(id);
    index.remove(id);
    return;
  }
  // Some new requests were posted earlier than indexed ones.
  const posted = anyRequest(random, 1_000_000 + step - (change === 0 ? random.below(50) : 0));
  const request = change < 6 || known.length === 0 ? posted : { ...posted, id: random.pick(known).id };
  all.set(request.id, request);
  expect(index.set(request)).toBe(true);
}

it.each([1, 2, 3, 4, 5])(
  'finds the same pages as an exhaustive search while requests are added, changed, removed and inserted out of order (seed %i)',
  (seed) => {
    const random = new Random(seed, 0);
    const index = new ListIndex();
    const all = new Map<string, IndexedRequest>();
    for (let step = 0; step < 600; step += 1) {
      changeSomething(random, step, index, all);
      if (step === 300) index.compact();
      const conditions = Array.from({ length: random.below(3) }, () => anyCondition(random));
      const ids = expected([...all.values()], conditions);
      const [offset, limit] = [random.below(ids.length + 2), random.below(12)];
      expect(index.find(conditions, { offset, limit, own: [], without: [] })).toEqual({
        ids: ids.slice(offset, offset + limit),
        total: ids.length,
      });
    }
    expect(index.size).toBe(expected([...all.values()], []).length);
    index.dispose();
  },
);

it('adds the viewer’s own unlisted requests, and leaves out excluded requests', () => {
  const random = new Random(7, 0);
  const index = new ListIndex();
  const some = Array.from({ length: 30 }, (_, step) => ({
    ...anyRequest(random, step),
    isListed: step !== 7,
    isListedLater: false,
  }));
  for (const request of some) index.set(request);
  const ids = some.map(({ id }) => id);
  const [own, excluded] = [ids[7] ?? '', ids[9] ?? ''];
  const found = index.find([], { offset: 0, limit: 100, own: [own], without: [excluded] });
  expect(found).toEqual({ ids: ids.filter((id) => id !== excluded).reverse(), total: 29 });
});

it('storedWords returns neither words that no request has any more nor spelling keys', () => {
  const random = new Random(7, 1);
  const index = new ListIndex();
  const request = { ...anyRequest(random, 1), isListed: true, words: ['sita', '~sta'] };
  index.set(request);
  expect(index.storedWords()).toEqual(['sita']);
  index.set({ ...request, words: ['ram'] });
  expect(index.storedWords()).toEqual(['ram']);
});

it('set returns false if too many numbers would change', () => {
  const index = new ListIndex();
  const random = new Random(7, 2);
  for (let step = 0; step < 2_100; step += 1) index.set(anyRequest(random, 1_000 + step));
  expect(index.set(anyRequest(random, 1))).toBe(false);
});

it('IdTable returns the inserted ids in ascending order', () => {
  const random = new Random(7, 3);
  const table = new IdTable();
  const ids = Array.from({ length: 3_000 }, () => anyRequest(random, random.below(100)).id);
  for (const id of ids) if (table.numberOf(id) === undefined) table.insert(id, id);
  const sorted = [...new Set(ids)].sort();
  expect(sorted.map((_, number) => table.at(number))).toEqual(sorted);
  expect(sorted.map((id) => table.numberOf(id))).toEqual(sorted.map((_, number) => number));
  expect(table.numberOf('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBeUndefined();
});
