import { csvHead, csvLine } from '@mutual-transfer/domain/administration/csv-lines';
import type { CsvColumns, CsvHeading, CsvTexts } from '@mutual-transfer/domain/administration/list-columns';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';

/** Returns the header line, and the lines of the rows, in a language. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[], language: Language): string[] {
  const texts = textsIn(language);
  return [headOf(columns, texts), linesOf(columns, rows, texts)];
}

/** Yields the header line, then the lines of each batch. */
export async function* csvOfBatches<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<string> {
  const texts = textsIn(language);
  yield headOf(columns, texts);
  for await (const rows of batches) yield linesOf(columns, rows, texts);
}

function textsIn(language: Language): CsvTexts {
  return { say: messagesIn(language), names: namesIn(language) };
}

function headOf<Row>(columns: CsvColumns<Row>, { say }: CsvTexts): string {
  // The cast restores the type of the keys.
  return csvHead((Object.keys(columns) as CsvHeading[]).map((name) => say(`heading.${name}`)));
}

function linesOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[], texts: CsvTexts): string {
  const cells = Object.values(columns);
  return rows.map((row) => csvLine(cells.map((cell) => cell(row, texts)))).join('');
}
