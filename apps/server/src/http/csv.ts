import { csvHead, csvLine } from '@mutual-transfer/domain/administration/csv-lines';
import type { CsvColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { Messages } from '@mutual-transfer/domain/language/messages';

/** Returns the header line, and the lines of the rows. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[], say: Messages): string[] {
  return [csvHead(Object.keys(columns)), linesOf(columns, rows, say)];
}

/** Yields the header line, then the lines of each batch. */
export async function* csvOfBatches<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  say: Messages,
): AsyncGenerator<string> {
  yield csvHead(Object.keys(columns));
  for await (const rows of batches) yield linesOf(columns, rows, say);
}

function linesOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[], say: Messages): string {
  const cells = Object.values(columns);
  return rows.map((row) => csvLine(cells.map((cell) => cell(row, say)))).join('');
}
