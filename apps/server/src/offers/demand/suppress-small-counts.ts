import { SMALLEST_PUBLISHED_COUNT } from '@mutual-transfer/domain/constants';

/** Count of teachers in a cell of a table, and the sums that include it. */
export interface Cell {
  readonly teachers: number;
  readonly sums: readonly string[];
}

/**
 * Returns the cells that may be published together with their sums: no cell below five teachers, and none that lets a remainder below five
 * be computed from a sum. To prevent that, the smallest published cell of the sum is suppressed too (complementary suppression).
 *
 * @param sums Published sums. An unpublished sum needs no protection.
 */
export function suppressSmallCounts<Each extends Cell>(
  cells: readonly Each[],
  sums: ReadonlyMap<string, number>,
): Each[] {
  let published = cells.filter(({ teachers }) => teachers >= SMALLEST_PUBLISHED_COUNT);
  for (;;) {
    const suppressed = [...sums].flatMap(
      ([sum, total]) => smallestToSuppress(published, sum, total) ?? [],
    )[0];
    if (suppressed === undefined) return published;
    published = published.filter((cell) => cell !== suppressed);
  }
}

/** Returns the smallest published cell of a sum whose suppressed remainder is above 0 and too small; undefined for other sums. */
function smallestToSuppress<Each extends Cell>(
  published: readonly Each[],
  sum: string,
  total: number,
): Each | undefined {
  const parts = published.filter(({ sums }) => sums.includes(sum));
  const rest = total - parts.reduce((teachers, cell) => teachers + cell.teachers, 0);
  if (rest <= 0 || rest >= SMALLEST_PUBLISHED_COUNT) return undefined;
  return parts.toSorted((first, second) => first.teachers - second.teachers)[0];
}
