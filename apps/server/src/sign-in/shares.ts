import { createRequire } from 'node:module';
import { LARGEST_POSSIBLE_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { INVITATION_CODE } from '@mutual-transfer/domain/constants';
import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { blocks } from '@mutual-transfer/domain/reference/places';
import { subjectByCode, subjects } from '@mutual-transfer/domain/reference/subjects';
import { classRanges, isTaughtAt } from '@mutual-transfer/domain/reference/teaching';

import {
  sharedPageSchema,
  shareParametersSchema,
  shareVisitSchema,
} from '@mutual-transfer/domain/shares/share';
import { createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { readerAt, writeInTurn } from '../http/turns.ts';
import { boundedCache } from '../platform/caches.ts';
import { ConcurrencyQueue } from '../platform/concurrency-queue.ts';
import { INDIA_OFFSET } from '../platform/database/database-clock.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { placeOfBlock } from '../platform/places.ts';

/** Teacher who is missing in a ring, with codes of the reference data. */
interface SoughtTeacher {
  from: string;
  to: string;
  subject: string;
  classRange: string;
  /** Number of teachers in the ring, including this one. */
  length: number;
}

type Shared = { kind: 'invitation' } | { kind: 'missing'; sought: SoughtTeacher };

/** Number of ring lengths, from two to seventeen, that one digit of the code can represent. */
const LENGTHS = 16;
const SHORTEST = 2;
const BASE = 36;

const blockCodes = blocks.map(({ code }) => code);
const subjectCodes: readonly string[] = subjects.map(({ code }) => code);
const levels: readonly string[] = classRanges;

/**
 * Encodes a missing teacher as a link code: one number made of the ring length and the reference-data indexes of both places, subject and
 * class level. The code is the same for every teacher who shares it, contains no personal data and is not stored.
 */
export function shareCodeOf({ from, to, subject, classRange, length }: SoughtTeacher): string {
  const digits = [
    [blockCodes.indexOf(from), blockCodes.length],
    [blockCodes.indexOf(to), blockCodes.length],
    [subjectCodes.indexOf(subject), subjectCodes.length],
    [levels.indexOf(classRange), levels.length],
    [length - SHORTEST, LENGTHS],
  ] as const;
  return digits.reduce((number, [digit, size]) => number * size + digit, 0).toString(BASE);
}

/** Decodes a code. Returns undefined for an invalid code. */
export function sharedIn(code: string): Shared | undefined {
  if (code === INVITATION_CODE) return { kind: 'invitation' };
  const number = Number.parseInt(code, BASE);
  if (!Number.isSafeInteger(number) || number.toString(BASE) !== code) return undefined;
  const [rest, length] = divided(number, LENGTHS);
  const [others, level] = divided(rest, levels.length);
  const [places, subject] = divided(others, subjectCodes.length);
  const [from, to] = divided(places, blockCodes.length);
  return soughtAt({ from, to, subject, level, length });
}

function divided(number: number, by: number): readonly [quotient: number, remainder: number] {
  return [Math.floor(number / by), number % by];
}

function soughtAt(at: Record<'from' | 'to' | 'subject' | 'level' | 'length', number>): Shared | undefined {
  const [from, to] = [blockCodes[at.from], blockCodes[at.to]];
  const subject = subjects[at.subject];
  const classRange = levels[at.level];
  if (from === undefined || to === undefined || from === to) return undefined;
  if (subject === undefined || classRange === undefined) return undefined;
  if (!isTaughtAt(subject.name, classRange)) return undefined;
  const length = at.length + SHORTEST;
  if (length > LARGEST_POSSIBLE_GROUP) return undefined;
  const sought = { from, to, subject: subject.code, classRange, length };
  return { kind: 'missing', sought };
}

/** Title and lines of a shared link in one language. They contain only places, subjects and class levels. */
interface ShareWords {
  title: string;
  lines: readonly string[];
}

function wordsOf(shared: Shared, language: Language): ShareWords {
  const say = messagesIn(language);
  if (shared.kind === 'missing') return wordsOfSought(shared.sought, language);
  return {
    title: say('share.invitation.title'),
    lines: [say('share.invitation.one'), say('share.invitation.two')],
  };
}

function wordsOfSought(sought: SoughtTeacher, language: Language): ShareWords {
  const say = messagesIn(language);
  const names = namesIn(language);
  const place = (code: string) => {
    const { district, block } = placeOfBlock(code);
    return `${names.block(district, block)}, ${names.district(district)}`;
  };
  const subject = names.subject(subjectByCode(sought.subject).name);
  const level = names.classLevel(sought.classRange);
  const isPair = sought.length === 2;
  return {
    title: say('share.missing.title'),
    lines: [
      `${subject}, ${level}`,
      say('share.missing.from', { place: place(sought.from) }),
      say('share.missing.to', { place: place(sought.to) }),
      isPair ? say('share.missing.pair') : say('share.missing.ring', { length: sought.length }),
    ],
  };
}

/** Returns the fields of a registration as the missing teacher would fill them in. */
function registrationFieldsOf(shared: Shared): Record<string, string> {
  if (shared.kind !== 'missing') return {};
  const { from, to, subject, classRange } = shared.sought;
  const [posting, wish] = [placeOfBlock(from), placeOfBlock(to)];
  return {
    district: posting.district,
    postingBlock: posting.block,
    desiredDistrict: wish.district,
    desiredBlock: wish.block,
    subject: subjectByCode(subject).name,
    classRange,
  };
}

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
  size: number;
  weight: number;
  colour: string;
}

/** Returns the picture of a link as a PNG of 1200 × 630, with title, lines and the product's name. Skia shapes the glyphs. */
function drawCard({ title, lines }: ShareWords, language: Language): Promise<Buffer> {
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

const CARDS_WAITING = 50;
/** Cost of a card in points of the read budget. */
const CARD_COST = 5;
const FOR_A_DAY = 'public, max-age=86400';

const config = { policy: 'open' } as const;

/** Registers the routes of shared links: their pages, their pictures, and the count of visits. */
export function shareRoutes(app: App, dependencies: Dependencies): void {
  cardRoute(app);
  visitRoute(app, dependencies);
  app.get(
    '/api/shares/:language/:code',
    {
      config,
      schema: {
        summary: 'Get the content of a shared link',
        params: shareParametersSchema,
        response: { 200: sharedPageSchema },
      },
    },
    async (request) => {
      const { language, code } = request.params;
      const shared = requireShared(code);
      const say = messagesIn(language);
      const { title, lines } = wordsOf(shared, language);
      return {
        kind: shared.kind,
        locale: languageEntry(language).locale.replace('-', '_'),
        title,
        lines: [...lines],
        register: say('share.register'),
        card: `/api/shares/${language}/${code}/card.png`,
        asked: registrationFieldsOf(shared),
      };
    },
  );
}

/** Decodes a code. @throws {AppError} `not_found` for an invalid code. */
function requireShared(code: string): Shared {
  const shared = sharedIn(code);
  if (shared === undefined) throw new AppError('not_found');
  return shared;
}

function cardRoute(app: App): void {
  const cards = boundedCache<Buffer>('cards', (card) => card.byteLength);
  const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: CARDS_WAITING, yieldsThread: true });
  const cardOf = async (reader: string, language: Language, code: string) => {
    const key = `${language} ${code}`;
    const cached = cards.get(key);
    if (cached !== undefined) return cached;
    const words = wordsOf(requireShared(code), language);
    return queue.run(reader, async () => {
      const card = cards.get(key) ?? (await drawCard(words, language));
      cards.set(key, card);
      return card;
    });
  };
  app.get(
    '/api/shares/:language/:code/card.png',
    {
      config: { ...config, cost: CARD_COST },
      schema: {
        summary: 'Get the preview image of a shared link, 1200 × 630',
        params: shareParametersSchema,
        response: { 200: { content: { 'image/png': { schema: z.instanceof(Buffer) } } } },
      },
    },
    async (request, reply) => {
      const { language, code } = request.params;
      const card = await cardOf(readerAt(request), language, code);
      // The response schema of a file describes only its content type.
      return reply
        .type('image/png')
        .header('cache-control', FOR_A_DAY)
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(card as never) as never;
    },
  );
}

function visitRoute(app: App, { db, limits, now }: Dependencies): void {
  app.post(
    '/api/shares/visits',
    {
      config,
      schema: {
        summary: 'Count a visit by a shared link',
        description:
          'The page of the link calls it once a device. The day and the kind of link are counted, and nothing of the visitor.',
        body: shareVisitSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      const { kind } = requireShared(request.body.code);
      await limits.reserve(request, 'lookups');
      await countVisit(db, kind, now());
      return { message: 'ok' };
    }),
  );
}

async function countVisit(db: Kysely<Database>, kind: Shared['kind'], now: Date): Promise<void> {
  const day = sql<Date>`(${now}::timestamptz at time zone ${INDIA_OFFSET}::interval)::date`;
  await db
    .insertInto('share_visits')
    .values({ day, kind, visits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'kind']).doUpdateSet({ visits: sql<number>`share_visits.visits + 1` }),
    )
    .execute();
}
