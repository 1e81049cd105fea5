import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { facet, type NumberedTerms } from './numbered-terms.ts';
import { type SharedTexts, withLength } from './shared-texts.ts';

/** Sizes in bytes of the parts of a binary `tsvector`: the number of words; for each word, the number of its positions; and each position. */
const [COUNT_BYTES, POSITIONS_BYTES, POSITION_BYTES] = [4, 2, 2];

/** Indexes of the fields of a row to load. */
interface LoadedFields {
  /** Field of the id, of type `uuid`. */
  id: number;
  /** Field of the loader's first column. The fields of the other columns follow. All have the type `text`. */
  columns: number;
  /** Field of the words, of type `tsvector`. */
  words?: number;
}

/** Adds rows of a binary COPY to an index, without creating a string or an object per row. */
export class TermsLoader {
  readonly #index: NumberedTerms;
  readonly #texts: SharedTexts;
  readonly #words: TermsByText;
  readonly #columns: readonly TermsByText[];
  /** Terms of the current row. */
  readonly #terms: number[] = [];

  /** @param columns Names of the columns with facets, in the order of their fields in the rows. */
  constructor(index: NumberedTerms, texts: SharedTexts, columns: readonly string[]) {
    const { terms } = index;
    this.#index = index;
    this.#texts = texts;
    this.#words = new TermsByText(texts, (word) => terms.termOfWord(word ?? ''));
    this.#columns = columns.map(
      (column) => new TermsByText(texts, (code) => terms.termOfFacet(facet(column, code))),
    );
  }

  /** Returns the ids of the terms for facets. */
  termsOf(facets: readonly string[]): number[] {
    return facets.map((each) => this.#index.terms.termOfFacet(each));
  }

  /** Reserves a number for the id in a field, which must be higher than all earlier ids. `owner` is the field with the id of its owner. */
  expect(row: BinaryRow, id: number, owner: number): void {
    this.#index.ids.appendFrom(row.bytes, row.start(id), row.start(owner));
  }

  /** Adds a row for which a number is reserved, with these facets, and with the facets and words of its fields. */
  load(row: BinaryRow, facets: readonly number[], { id, columns, words }: LoadedFields): void {
    this.#terms.length = 0;
    for (const term of facets) this.#terms.push(term);
    this.#addColumns(row, columns);
    if (words !== undefined) this.#addWords(row, words);
    this.#index.loadFrom(row.bytes, row.start(id), this.#terms);
  }

  #addColumns(row: BinaryRow, first: number): void {
    let field = first;
    for (const column of this.#columns) {
      this.#terms.push(row.isNull(field) ? column.ofNull() : column.of(this.#texts.numberIn(row, field)));
      field += 1;
    }
  }

  /** Adds the words of a `tsvector`: a count, followed by each word with a NUL byte and its positions. Skips the positions. */
  #addWords(row: BinaryRow, field: number): void {
    const { bytes } = row;
    let start = row.start(field) + COUNT_BYTES;
    const end = row.end(field);
    while (start < end) {
      this.#terms.push(this.#words.of(this.#texts.numberUpToNul(bytes, start)));
      const positions = this.#texts.end + 1;
      start = positions + POSITIONS_BYTES + POSITION_BYTES * bytes.readUInt16BE(positions);
    }
  }
}

/** Ids of terms by text, for one column or for words. */
class TermsByText {
  readonly #texts: SharedTexts;
  readonly #termOf: (text: string | null) => number;
  /** Ids of terms plus one by number of the text; 0 for texts not yet seen in this column. */
  #terms = new Uint32Array();
  #ofNull: number | undefined;

  constructor(texts: SharedTexts, termOf: (text: string | null) => number) {
    this.#texts = texts;
    this.#termOf = termOf;
  }

  of(text: number): number {
    const known = this.#terms[text] ?? 0;
    if (known > 0) return known - 1;
    const term = this.#termOf(this.#texts.at(text));
    this.#terms = withLength(this.#terms, text + 1);
    this.#terms[text] = term + 1;
    return term;
  }

  ofNull(): number {
    this.#ofNull ??= this.#termOf(null);
    return this.#ofNull;
  }
}
