import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const fontOf = (weight: string) =>
  createRequire(import.meta.url).resolve(
    `@expo-google-fonts/noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`,
  );
const FONTS = { regular: fontOf('400Regular'), bold: fontOf('700Bold') };

const MARGIN = 48;

/** How a piece of text stands. */
export interface Setting {
  readonly size?: number;
  readonly isBold?: boolean;
  readonly align?: 'left' | 'center';
}

/**
 * A page of A4 in one font that has both scripts. Each run of text is marked with its words in the order of speech: glyphs of
 * Devanagari stand in the order of the eye, and without the mark a copied or searched word would too.
 */
export class PaperPage {
  readonly #document: PDFKit.PDFDocument;
  readonly #whole: Promise<Buffer>;

  constructor(title: string, language: string) {
    const info = { Title: title };
    this.#document = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      info,
      lang: language,
      tagged: true,
      pdfVersion: '1.7',
    });
    this.#document.registerFont('regular', FONTS.regular);
    this.#document.registerFont('bold', FONTS.bold);
    const parts: Buffer[] = [];
    this.#document.on('data', (part: Buffer) => parts.push(part));
    this.#whole = new Promise((resolve) => this.#document.once('end', () => resolve(Buffer.concat(parts))));
  }

  get width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }

  /** A paragraph over the whole width. */
  paragraph(text: string, setting: Setting = {}): void {
    this.#keepTogether(this.#heightOf(text, this.width, setting));
    this.#write(text, MARGIN, this.#document.y, this.width, setting);
  }

  gap(height: number): void {
    this.#document.y += height;
  }

  nextPage(): void {
    this.#document.addPage();
  }

  /** Cells side by side in a frame, as high as the highest. */
  row(cells: readonly string[], shares: readonly number[], setting: Setting = {}): void {
    const padding = 3;
    const widths = shares.map((share) => share * this.width);
    const heights = cells.map((cell, index) =>
      this.#heightOf(cell, (widths[index] ?? 0) - 2 * padding, setting),
    );
    const height = Math.max(...heights) + 2 * padding;
    this.#keepTogether(height);
    const top = this.#document.y;
    let left = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const width = widths[index] ?? 0;
      this.#document.rect(left, top, width, height).lineWidth(0.5).strokeColor('#555555').stroke();
      if (cell !== '') this.#write(cell, left + padding, top + padding, width - 2 * padding, setting);
      left += width;
    }
    this.#document.y = top + height;
  }

  finish(): Promise<Buffer> {
    this.#document.end();
    return this.#whole;
  }

  #keepTogether(height: number): void {
    const bottom = this.#document.page.height - MARGIN;
    if (this.#document.y + height > bottom) this.#document.addPage();
  }

  #heightOf(text: string, width: number, setting: Setting): number {
    return this.#set(setting).heightOfString(text, { width });
  }

  #write(text: string, left: number, top: number, width: number, setting: Setting): void {
    const document = this.#set(setting);
    const content = document.markStructureContent('Span', { actual: text });
    document.addStructure(document.struct('P', {}, [content]));
    document.fillColor('#000000').text(text, left, top, { width, align: setting.align ?? 'left' });
    document.endMarkedContent();
  }

  #set({ size = 10, isBold = false }: Setting): PDFKit.PDFDocument {
    return this.#document.font(isBold ? 'bold' : 'regular').fontSize(size);
  }
}
