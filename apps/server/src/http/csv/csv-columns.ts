import { type Cell, csvHead, csvLine } from './csv.ts';

/** Column of a CSV file: its heading, and its cell in the line of a row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Returns the line of headings and a line for each row. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string[] {
  return [headOf(columns), linesOf(columns, rows)];
}

/** Yields the line of headings, then the lines of each batch. */
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
