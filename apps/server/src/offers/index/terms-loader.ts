import type { BinaryRow } from '../../database/binary-rows.ts';
import { withLength } from './growable-array.ts';
import { facet, type NumberedTerms } from './numbered-terms.ts';
import type { SharedTexts } from './shared-texts.ts';

/** Sizes of the parts of a binary `tsvector`: the count of words, the count of positions after each word, and a position. */
const [COUNT_BYTES, POSITIONS_BYTES, POSITION_BYTES] = [4, 2, 2];

/** Fields of a row to load. */
interface LoadedFields {
  /** Field of the id, of type `uuid`. */
  readonly id: number;
  /** First of the fields of the loader's columns, of type `text`. */
  readonly columns: number;
  /** Field of the words, of type `tsvector`. */
  readonly words?: number;
}

/** Adds rows of a binary COPY to an index, without a string or an object per row. */
export class TermsLoader {
  readonly #index: NumberedTerms;
  readonly #texts: SharedTexts;
  readonly #words: TermsByText;
  readonly #columns: readonly TermsByText[];
  /** Terms of the current row. */
  readonly #terms: number[] = [];

  /** @param columns Names of the columns of facets, in their order in the rows. */
  constructor(index: NumberedTerms, texts: SharedTexts, columns: readonly string[]) {
    const { terms } = index;
    this.#index = index;
    this.#texts = texts;
    this.#words = new TermsByText(texts, (word) => terms.termOfWord(word ?? ''));
    this.#columns = columns.map(
      (column) => new TermsByText(texts, (code) => terms.termOfFacet(facet(column, code))),
    );
  }

  /** Returns the terms of facets. */
  termsOf(facets: readonly string[]): number[] {
    return facets.map((each) => this.#index.terms.termOfFacet(each));
  }

  /** Reserves a number for the id in a field, which must be higher than all others, with its owner's id in another one. */
  expect(row: BinaryRow, id: number, owner: number): void {
    this.#index.ids.appendFrom(row.bytes, row.start(id), row.start(owner));
  }

  /** Adds an expected row with these facets and the facets and words of its fields. */
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

  /** Adds the words of a `tsvector`: a count, then each word with a NUL byte and its positions, which are not used. */
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

/** Terms of the texts of one column, or of words. */
class TermsByText {
  readonly #texts: SharedTexts;
  readonly #termOf: (text: string | null) => number;
  /** Terms plus one by number of the text; 0 for texts not seen in this column. */
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
