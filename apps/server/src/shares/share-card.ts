import { createRequire } from 'node:module';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { ShareWords } from './share-words.ts';

/** Name under which one font family for both scripts is registered. System fonts would look different on each machine. */
const FAMILY = 'Card';
for (const weight of ['400Regular', '700Bold']) {
  const name = `@expo-google-fonts/noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`;
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(name), FAMILY);
}

/** Size that Open Graph recommends. WhatsApp shows such a picture uncropped. */
const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 80;

const GROUND = '#0b6b44';
const TITLE = { size: 84, weight: 700, colour: '#ffffff' };
const LINE = { size: 48, weight: 400, colour: '#ffffff' };
const PRODUCT = { size: 36, weight: 700, colour: '#9fe3c4' };
const TITLE_Y = 160;
const LINES_Y = 265;
const LINE_STEP = 76;
const PRODUCT_Y = HEIGHT - 50;

/** The two arrows of the product's icon, drawn on a square of 32. */
const ARROWS = new Path2D('M8 12h13m0 0-4-4m4 4-4 4M24 20H11m0 0 4-4m-4 4 4 4');
const ARROWS_SIZE = 32;
const ARROWS_SCALE = 3;

interface Setting {
  readonly size: number;
  readonly weight: number;
  readonly colour: string;
}

/** Returns the picture of a link as a PNG of 1200 × 630, with title, lines and the product's name. Skia shapes the glyphs. */
export function drawCard({ title, lines }: ShareWords, language: Language): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = GROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(context, title, TITLE_Y, TITLE);
  for (const [index, line] of lines.entries()) write(context, line, LINES_Y + index * LINE_STEP, LINE);
  write(context, messagesIn(language)('share.product'), PRODUCT_Y, PRODUCT);
  drawArrows(context);
  return canvas.encode('png');
}

/** Draws a line of text, in a smaller size if it would be too wide. */
function write(context: SKRSContext2D, words: string, y: number, { size, weight, colour }: Setting): void {
  const font = (pixels: number) => `${weight} ${pixels}px ${FAMILY}`;
  context.font = font(size);
  const fitting = (WIDTH - 2 * MARGIN) / context.measureText(words).width;
  if (fitting < 1) context.font = font(Math.floor(size * fitting));
  context.fillStyle = colour;
  context.fillText(words, MARGIN, y);
}

function drawArrows(context: SKRSContext2D): void {
  const size = ARROWS_SIZE * ARROWS_SCALE;
  context.translate(WIDTH - MARGIN - size, HEIGHT - MARGIN / 2 - size);
  context.scale(ARROWS_SCALE, ARROWS_SCALE);
  context.strokeStyle = PRODUCT.colour;
  context.lineWidth = 2.4;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(ARROWS);
}
