import { type Cell, csvHead, csvLine } from './csv.ts';

/** Column of a CSV file: its heading, and a function that returns its cell for a row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Returns the header line, and the lines of the rows. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string[] {
  return [headOf(columns), linesOf(columns, rows)];
}

/** Yields the header line, then the lines of each batch. */
export async function* csvOfBatches<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield headOf(columns);
  for await (const rows of batches) yield linesOf(columns, rows);
}

function headOf<Row>(columns: readonly CsvColumn<Row>[]): string {
  return csvHead(columns.map(([heading]) => heading));
}

function linesOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
}
