import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { confirmation } from '@mutual-transfer/domain/problem';
import { sharedPage, shareParameters, shareVisit } from '@mutual-transfer/domain/shares/share';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { boundedCache } from '../cache-bounds.ts';
import { INDIA_OFFSET } from '../database/day-span.ts';
import type { Database } from '../database/tables.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';
import { readerAt, writeInTurn } from '../http/turns/turns.ts';
import { ConcurrencyQueue } from '../limits/concurrency-queue.ts';
import { drawCard } from './share-card.ts';
import { type Shared, sharedIn } from './share-code.ts';
import { registrationFieldsOf, wordsOf } from './share-words.ts';

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
        params: shareParameters,
        response: { 200: sharedPage },
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
        browse: say('share.browse'),
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
        params: shareParameters,
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
        body: shareVisit,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      const { kind } = requireShared(request.body.code);
      await limits.reserve(request, 'shareVisits');
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
