import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';

const fontFile = (family: string, name: string, weight = '400Regular') =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`);
const FONTS = {
  regular: fontFile('noto-sans-devanagari', 'NotoSansDevanagari'),
  bold: fontFile('noto-sans-devanagari', 'NotoSansDevanagari', '700Bold'),
  arabic: fontFile('noto-naskh-arabic', 'NotoNaskhArabic'),
  bengali: fontFile('noto-sans-bengali', 'NotoSansBengali'),
};

const MARGIN = 42;
const PADDING = 3;
const TABLE_SIZE = 8.5;
const CAPTION_SIZE = 7;
/** Side of a code to scan, in points: 22 mm. */
const CODE_SIZE = 62;

/** Style of a piece of text. */
export interface Setting {
  size?: number;
  isBold?: boolean;
  align?: 'left' | 'center' | 'right';
  /** Height that the following content needs on the same page. */
  before?: number;
}

/** Rows of a table with one last cell for all of them. A row has no cell for it. */
export interface TableGroup {
  rows: string[][];
  /** Content of the code to scan; null for none. */
  scanned: string | null;
  caption: string;
}

/** Style of the cells of a row, whose height in points is at least `atLeast`. */
interface RowSetting extends Setting {
  atLeast?: number;
}

/** Position and width of a piece of text, in points. */
interface Box {
  left: number;
  top: number;
  width: number;
}

/**
 * PDF document of A4 pages in one font that covers both scripts of the product. A line in Urdu or Bengali, the script of some names, uses a
 * font of that script. Each run of text carries its words in logical order (`ActualText`): the glyphs of Devanagari are in visual order, so
 * copied or searched words would otherwise be wrong.
 */
export class PaperPage {
  readonly #document: PDFKit.PDFDocument;
  readonly #whole: Promise<Buffer>;
  /** Footnote of each page. */
  readonly #footnotes: string[] = [];

  constructor(title: string, language: string) {
    const info = { Title: title };
    this.#document = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      info,
      lang: language,
      tagged: true,
      pdfVersion: '1.7',
    });
    for (const [name, file] of Object.entries(FONTS)) this.#document.registerFont(name, file);
    const parts: Buffer[] = [];
    this.#document.on('data', (part: Buffer) => parts.push(part));
    this.#whole = new Promise((resolve) => this.#document.once('end', () => resolve(Buffer.concat(parts))));
  }

  /** Sets the footnote of this page and of the following ones. */
  footnote(text: string): void {
    this.#footnotes[this.#document.bufferedPageRange().count - 1] = text;
  }

  get width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }

  /** Writes a paragraph over the whole width. */
  paragraph(text: string, setting: Setting = {}): void {
    this.#keepTogether(this.#heightOf(text, this.width, setting) + (setting.before ?? 0));
    this.#write(text, { left: MARGIN, top: this.#document.y, width: this.width }, setting);
  }

  gap(height: number): void {
    this.#document.y += height;
  }

  nextPage(): void {
    this.#document.addPage();
  }

  /**
   * Writes a table. Its head is repeated on every page that it continues on. A row is as high as its highest cell, and at least `rowAtLeast`
   * points, as room to write in.
   */
  table(head: string[], rows: string[][], shares: number[], rowAtLeast = 0): void {
    const bold = { size: TABLE_SIZE, isBold: true };
    const setting = { size: TABLE_SIZE, atLeast: rowAtLeast };
    this.#keepTogether(this.#rowHeight(head, shares, bold) + this.#rowHeight(rows[0] ?? [], shares, setting));
    this.#row(head, shares, bold);
    for (const cells of rows) {
      const isNext = this.#keepTogether(this.#rowHeight(cells, shares, setting));
      if (isNext) this.#row(head, shares, bold);
      this.#row(cells, shares, setting);
    }
  }

  /**
   * Writes a table of groups of rows. The last cell of a group covers the height of its rows: a code to scan, and lines below it. A group
   * that is higher than a page continues on the next one with the same code.
   */
  groupedTable(
    head: string[],
    groups: readonly TableGroup[],
    { shares, below }: { shares: number[]; below: number },
  ): void {
    const bold = { size: TABLE_SIZE, isBold: true };
    const headHeight = this.#rowHeight(head, shares, bold);
    const most = this.#document.page.height - 2 * MARGIN - headHeight;
    let isFirst = true;
    const pieces = groups.flatMap((whole) => this.#pieces(whole, shares, most));
    for (const group of pieces) {
      const height = this.#groupHeight(group, shares);
      const needed = group === pieces.at(-1) ? Math.min(height + below, most) : height;
      const isNext = this.#keepTogether(needed + (isFirst ? headHeight : 0));
      if (isFirst || isNext) this.#row(head, shares, bold);
      isFirst = false;
      this.#group(group, shares, height);
    }
  }

  /** Splits a group into parts that fit on a page. */
  #pieces(group: TableGroup, shares: number[], most: number): TableGroup[] {
    const pieces: TableGroup[] = [];
    for (const row of group.rows) {
      const last = pieces.at(-1);
      const longer = { ...group, rows: [...(last?.rows ?? []), row] };
      if (last !== undefined && this.#groupHeight(longer, shares) <= most) pieces[pieces.length - 1] = longer;
      else pieces.push({ ...group, rows: [row] });
    }
    return pieces;
  }

  #groupHeight({ rows, caption }: TableGroup, shares: number[]): number {
    const ofRows = rows.map((row) => this.#rowHeight(row, shares, { size: TABLE_SIZE }));
    const width = (shares.at(-1) ?? 0) * this.width - 2 * PADDING;
    const ofCode = CODE_SIZE + this.#heightOf(caption, width, { size: CAPTION_SIZE }) + 3 * PADDING;
    return Math.max(
      ofCode,
      ofRows.reduce((sum, height) => sum + height, 0),
    );
  }

  #group({ rows, scanned, caption }: TableGroup, shares: number[], height: number): void {
    const top = this.#document.y;
    const spare =
      height - rows.reduce((sum, row) => sum + this.#rowHeight(row, shares, { size: TABLE_SIZE }), 0);
    for (const row of rows) {
      const atLeast = this.#rowHeight(row, shares, { size: TABLE_SIZE }) - 2 * PADDING + spare / rows.length;
      this.#row(row, shares, { size: TABLE_SIZE, atLeast });
    }
    const width = (shares.at(-1) ?? 0) * this.width;
    const left = MARGIN + this.width - width;
    this.#document.rect(left, top, width, height).lineWidth(0.5).strokeColor('#555555').stroke();
    const box = { left: left + PADDING, top: top + PADDING, width: width - 2 * PADDING };
    if (scanned !== null) this.#code(scanned, left + (width - CODE_SIZE) / 2, top + PADDING);
    const below = { ...box, top: box.top + (scanned === null ? 0 : CODE_SIZE + PADDING) };
    this.#write(caption, below, { size: CAPTION_SIZE, align: 'center' });
    this.#document.y = top + height;
  }

  /** Draws a QR code. The caption has its content in letters. */
  #code(text: string, left: number, top: number): void {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const module = CODE_SIZE / size;
    this.#document.markContent('Artifact', { type: 'Layout' });
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (isDark) this.#document.rect(left + column * module, top + row * module, module, module);
      }
    }
    this.#document.fill('#000000');
    this.#document.endMarkedContent();
  }

  #rowHeight(cells: string[], shares: number[], setting: RowSetting): number {
    const heights = cells.map((cell, index) =>
      this.#heightOf(cell, (shares[index] ?? 0) * this.width - 2 * PADDING, setting),
    );
    return Math.max(setting.atLeast ?? 0, ...heights) + 2 * PADDING;
  }

  #row(cells: string[], shares: number[], setting: RowSetting): void {
    const height = this.#rowHeight(cells, shares, setting);
    const top = this.#document.y;
    let left = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const width = (shares[index] ?? 0) * this.width;
      this.#document.rect(left, top, width, height).lineWidth(0.5).strokeColor('#555555').stroke();
      const box = { left: left + PADDING, top: top + PADDING, width: width - 2 * PADDING };
      if (cell !== '') this.#write(cell, box, setting);
      left += width;
    }
    this.#document.y = top + height;
  }

  /** Writes the footnote, the footer and the page number on each page, and ends the document. @returns the PDF file. */
  finish(footer: string): Promise<Buffer> {
    const { start, count } = this.#document.bufferedPageRange();
    let footnote = '';
    for (let number = start; number < start + count; number++) {
      this.#document.switchToPage(number);
      const text = `${footer} · ${number + 1}/${count}`;
      // Text below the bottom margin would otherwise start a new page.
      this.#document.page.margins.bottom = 0;
      const below = this.#document.page.height - MARGIN;
      footnote = this.#footnotes[number] ?? footnote;
      if (footnote !== '')
        this.#write(
          footnote,
          { left: MARGIN, top: below + 4, width: this.width },
          { size: 7, align: 'center' },
        );
      this.#document.markContent('Artifact', { type: 'Pagination' });
      this.#set({ size: 8 }).text(text, MARGIN, below + 28, {
        width: this.width,
        align: 'center',
        lineBreak: false,
      });
      this.#document.endMarkedContent();
    }
    this.#document.end();
    return this.#whole;
  }

  /** Starts the next page if the content does not fit. @returns true if it started one. */
  #keepTogether(height: number): boolean {
    const bottom = this.#document.page.height - MARGIN;
    const isNext = this.#document.y + height > bottom;
    if (isNext) this.#document.addPage();
    return isNext;
  }

  #heightOf(text: string, width: number, setting: Setting): number {
    const heights = text
      .split('\n')
      .map((line) => this.#set(setting, line).heightOfString(line, { width, ...shapingOf(line) }));
    return heights.reduce((sum, height) => sum + height, 0);
  }

  #write(text: string, { left, top, width }: Box, setting: Setting): void {
    const document = this.#document;
    const content = document.markStructureContent('Span', { actual: text });
    document.addStructure(document.struct('P', {}, [content]));
    document.fillColor('#000000').y = top;
    for (const line of text.split('\n')) {
      const options = { width, align: setting.align ?? 'left', ...shapingOf(line) };
      this.#set(setting, line).text(line, left, document.y, options);
    }
    document.endMarkedContent();
  }

  #set({ size = 9.5, isBold = false }: Setting, line = ''): PDFKit.PDFDocument {
    return this.#document.font(fontFor(line) ?? (isBold ? 'bold' : 'regular')).fontSize(size);
  }
}

/** Returns the font of a line in a script that the product's font lacks. */
function fontFor(line: string): 'arabic' | 'bengali' | undefined {
  if (/\p{Script=Arabic}/u.test(line)) return 'arabic';
  return /\p{Script=Bengali}/u.test(line) ? 'bengali' : undefined;
}

/** With an explicit feature the library shapes the whole line and not each word, which keeps Urdu words in right-to-left order. */
function shapingOf(line: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return fontFor(line) === 'arabic' ? { features: ['liga'] } : {};
}
