import { FEWEST_TOLD } from '@mutual-transfer/domain/constants';

/** How many teachers are in one cell of a table, and the sums of the table that it is part of. */
export interface Cell {
  readonly teachers: number;
  readonly sums: readonly string[];
}

/**
 * The cells that may be told beside their sums: none of fewer than five teachers, and none without which fewer than five would be
 * left of a sum. Where such a rest is left, the smallest cell told of that sum is withheld too (complementary suppression).
 *
 * @param sums The sums that are told; one that is not told needs no protection.
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

/** The cell to withhold where what is left of a sum is too few. */
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
