import { FEWEST_TOLD } from '@mutual-transfer/domain/constants';

/** Count of teachers in a cell of a table, and the sums that include it. */
export interface Cell {
  readonly teachers: number;
  readonly sums: readonly string[];
}

/**
 * Returns the cells that may be published with their sums: none below five teachers, and none that lets a remainder below five be computed
 * from a sum. In that case the smallest published cell of the sum is suppressed too (complementary suppression).
 *
 * @param sums Published sums; an unpublished sum needs no protection.
 */
export function tellCells<Each extends Cell>(
  cells: readonly Each[],
  sums: ReadonlyMap<string, number>,
): Each[] {
  let told = cells.filter(({ teachers }) => teachers >= FEWEST_TOLD);
  for (;;) {
    const withheld = [...sums].flatMap(([sum, total]) => smallestThatTells(told, sum, total) ?? [])[0];
    if (withheld === undefined) return told;
    told = told.filter((cell) => cell !== withheld);
  }
}

/** Returns the smallest published cell of a sum whose suppressed remainder is above 0 and too small; undefined if there is none. */
function smallestThatTells<Each extends Cell>(
  told: readonly Each[],
  sum: string,
  total: number,
): Each | undefined {
  const parts = told.filter(({ sums }) => sums.includes(sum));
  const rest = total - parts.reduce((teachers, cell) => teachers + cell.teachers, 0);
  if (rest <= 0 || rest >= FEWEST_TOLD) return undefined;
  return parts.toSorted((first, second) => first.teachers - second.teachers)[0];
}
