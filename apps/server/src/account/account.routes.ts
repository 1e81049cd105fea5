import { blockListSchema, contactViewsSchema } from '@mutual-transfer/domain/accounts/contact-views';

import {
  accountDeletionSchema,
  accountSchema,
  noticeConsentSchema,
  privacyChangeSchema,
  profileChangeSchema,
} from '@mutual-transfer/domain/accounts/user';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { wholeListQuerySchema } from '@mutual-transfer/domain/query-parameters';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { attachment, say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, writeInTurn } from '../http/turns.ts';
import { findBlocks, unblockTeacher } from '../people/bans.ts';
import { findContactViews } from '../people/contacts.ts';
import { accountTag } from '../people/if-match-of-owners.ts';
import { changeOwnPrivacy, findOwnAccount } from '../people/members.ts';
import { storeNoticeConsent } from '../people/notice-consents.ts';
import { presentAccount } from '../people/present.ts';
import { countShowing, ownPrivacyOf } from '../people/visibility.ts';
import { blockTeacher, guardedProfileChange } from './change-teacher.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';

/** Cost of an export in points of the read budget. An export reads everything about an account. */
const EXPORT_COST = 20;

/** Registers the routes of the caller's account. A change or an erasure includes their requests and agreements. */
export function accountRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  privacyRoutes(app, dependencies);

  app.get(
    '/api/auth/profile',
    {
      config: { policy: 'session', duringSetUp: 'always' },
      schema: { summary: 'Get the caller’s account', response: { 200: accountSchema } },
    },
    inTurn(async (request) => {
      const { userId } = signedIn(request);
      const row = await findOwnAccount(db, userId);
      request.ownerTag = accountTag(row);
      return presentAccount(row);
    }),
  );

  app.put(
    '/api/auth/profile',
    {
      config: {
        policy: 'session',
      },
      schema: {
        summary: 'Change the caller’s account',
        body: profileChangeSchema,
        headers: ifMatchHeader,
        response: { 200: accountSchema },
      },
    },
    writeInTurn((request) =>
      withCurrent(guardedProfileChange(dependencies, request), async () =>
        presentAccount(await findOwnAccount(db, signedIn(request).userId)),
      ),
    ),
  );

  app.put(
    '/api/auth/consent',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Accept the present privacy notice',
        body: noticeConsentSchema,
        response: { 204: z.null() },
      },
    },
    writeInTurn(async (request, reply) => {
      await storeNoticeConsent(db, signedIn(request).userId, now());
      return reply.code(204).send(null);
    }),
  );

  app.delete(
    '/api/auth/account',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Erase the caller’s account',
        body: accountDeletionSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await eraseAccount(dependencies, request, request.body.password);
      return { message: say(request, 'done.accountDeleted') };
    }),
  );

  app.get(
    '/api/auth/export',
    {
      config: { policy: 'session', whileImpersonating: 'refused', cost: EXPORT_COST },
      schema: {
        summary: 'Export everything that is stored about the caller',
        response: { 200: z.record(z.string(), z.unknown()) },
      },
    },
    slow(async (request, reply) => {
      reply.header('content-disposition', attachment(say(request, 'file.account')));
      return exportAccount(db, signedIn(request).userId);
    }),
  );
}

/** Registers the routes of the caller's privacy settings, and of the people who saw the caller's contact. */
function privacyRoutes(app: App, { db, limits, now }: Dependencies): void {
  app.put(
    '/api/auth/privacy',
    {
      config: { policy: 'session', whileImpersonating: 'refused' },
      schema: {
        summary: 'Change what the caller’s account hides; an open request may hide more',
        body: privacyChangeSchema,
        headers: ifMatchHeader,
        response: { 200: accountSchema },
      },
    },
    writeInTurn(async (request) => {
      const { userId } = signedIn(request);
      const { privacySettings: wanted } = request.body;
      const before = ownPrivacyOf(await findOwnAccount(db, userId));
      const change = { privacy: wanted, ifMatch: request.headers['if-match'] };
      const row = await countShowing({ limits, request }, { before, wanted }, () =>
        withCurrent(changeOwnPrivacy(db, userId, change), async () =>
          presentAccount(await findOwnAccount(db, userId)),
        ),
      );
      request.ownerTag = accountTag(row);
      return presentAccount(row);
    }),
  );

  app.get(
    '/api/auth/contact-views',
    {
      config: { policy: 'session', whileImpersonating: 'refused' },
      schema: {
        summary: 'List who saw the caller’s phone number or email address in the last 90 days',
        response: { 200: contactViewsSchema },
      },
    },
    inTurn((request) => findContactViews(db, signedIn(request), now())),
  );
}

const config = { policy: 'session', whileImpersonating: 'refused' } as const;

export function blockRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/blocks',
    {
      config,
      schema: {
        summary: 'List the teachers whom the caller blocks, newest first',
        querystring: wholeListQuerySchema,
        response: { 200: blockListSchema },
      },
    },
    inTurn((request) => findBlocks(db, signedIn(request), request.query)),
  );

  app.put(
    '/api/blocks/:id',
    {
      config,
      schema: {
        summary: 'Block a teacher, so that neither is shown, writes or proposes to the other',
        params: byId,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await limits.reserve(request, 'blockChanges', { subject: signedIn(request).userId });
      await blockTeacher(db, blockOf(request), now());
      return { message: say(request, 'done.blocked') };
    }),
  );

  app.delete(
    '/api/blocks/:id',
    {
      config,
      schema: { summary: 'Unblock a teacher', params: byId, response: { 200: confirmationSchema } },
    },
    writeInTurn(async (request) => {
      await limits.reserve(request, 'blockChanges', { subject: signedIn(request).userId });
      await unblockTeacher(db, blockOf(request));
      return { message: say(request, 'done.unblocked') };
    }),
  );
}

function blockOf(request: FastifyRequest<{ Params: { id: string } }>) {
  return { blockerId: signedIn(request).userId, blockedId: request.params.id };
}
