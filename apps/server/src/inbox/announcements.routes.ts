import {
  announcementListSchema,
  announcementPreviewSchema,
  announcementQuerySchema,
  announcementSchema,
  newAnnouncementSchema,
  ownAnnouncementsSchema,
} from '@mutual-transfer/domain/administration/announcement';
import { announcementText } from '@mutual-transfer/domain/administration/announcement-text';

import { allLanguages } from '@mutual-transfer/domain/language/language';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, writeInTurn } from '../http/turns.ts';
import { counted } from '../platform/limits.ts';
import {
  announcementTimes,
  countRecipients,
  createAnnouncement,
  findAnnouncement,
  findAnnouncements,
  findOwnAnnouncements,
  ownDistrictCodesOf,
  sendAnnouncements,
  withdrawAnnouncement,
} from './announcements.ts';

const config = { policy: 'district', concerns: 'rows' } as const;

/** Registers the routes of announcements, which administrators send to teachers. */
export function announcementRoutes(app: App, dependencies: Dependencies): void {
  readRoutes(app, dependencies);
  writeRoutes(app, dependencies);
}

function readRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/announcements',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'List current announcements for the caller',
        response: { 200: ownAnnouncementsSchema },
      },
    },
    inTurn((request) =>
      findOwnAnnouncements(db, {
        userId: signedIn(request).userId,
        language: languageOf(request),
        now: now(),
      }),
    ),
  );

  app.get(
    '/api/admin/announcements',
    {
      config,
      schema: {
        summary: 'List announcements, newest first',
        querystring: announcementQuerySchema,
        response: { 200: announcementListSchema },
      },
    },
    slow((request) => findAnnouncements(db, signedIn(request), request.query, now())),
  );
}

function writeRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, background, now } = dependencies;

  app.post(
    '/api/admin/announcements/preview',
    {
      config: { ...config, idempotency: 'preview' },
      schema: {
        summary: 'Count the recipients of an announcement, without sending it',
        body: newAnnouncementSchema,
        response: { 200: announcementPreviewSchema },
      },
    },
    writeInTurn(async (request) => {
      announcementTimes(request.body, now());
      return {
        recipients: await countRecipients(db, ownDistrictCodesOf(request, request.body)),
        texts: Object.fromEntries(
          allLanguages().map((language) => [language, announcementText(request.body.texts, language).text]),
        ),
      };
    }),
  );

  app.post(
    '/api/admin/announcements',
    {
      config: { ...config, idempotency: 'key' },
      schema: {
        summary: 'Send an announcement to all teachers or to those of some districts',
        body: newAnnouncementSchema,
        response: { 201: announcementSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const reserved = limits.reserve(request, 'texts', { subject: signedIn(request).userId });
          const made = await counted(reserved, () =>
            commit(async (transaction) => {
              const id = await createAnnouncement(transaction, request, request.body, now());
              return { status: 201, ids: { id } };
            }),
          );
          // The job that runs every minute creates the notices that this call fails to create.
          background(() => sendAnnouncements(db, now()));
          return made;
        },
        answer: ({ id }) => findAnnouncement(db, signedIn(request), id, now()),
      }),
    ),
  );

  app.delete(
    '/api/admin/announcements/:id',
    {
      config: { ...config, concerns: 'announcement' },
      schema: {
        summary: 'Withdraw an announcement, with its banner and notices',
        params: byId,
        response: { 200: announcementSchema },
      },
    },
    writeInTurn(async (request) => {
      await withdrawAnnouncement(db, request, request.params.id, now());
      return findAnnouncement(db, signedIn(request), request.params.id, now());
    }),
  );
}
