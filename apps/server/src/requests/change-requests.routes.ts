import { privacyChangeSchema } from '@mutual-transfer/domain/accounts/user';
import { readinessSchema } from '@mutual-transfer/domain/agreements/agreement';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import {
  changedRequestSchema,
  hideRequestBodySchema,
  type NewTransferRequest,
  requestEditSchema,
  requestRankSchema,
  statusChangeSchema,
} from '@mutual-transfer/domain/requests/transfer-request';

import {
  changeStatusAndAgreements,
  deleteOwnRequest,
  editRequestAndAgreements,
  textsOf,
} from '../account/change-request.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId, ownOf } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import { announceNew } from '../matching/announce-matches.ts';
import { findFieldRisks, mustWait } from '../notices/text-review.ts';
import { setReadiness, setRequestHidden } from '../people/bound-requests.ts';
import { changePrivacy, rankRequest, renewRequest } from '../people/own-requests.ts';
import { countShowing } from '../people/visibility.ts';
import { AppError } from '../platform/errors.ts';
import { counted } from '../platform/limits.ts';
import { answerChange, changed, ownRequest } from './present-request.ts';

/**
 * Returns the first status of a request: `held` if its text waits for an administrator. Call it before a transaction is opened, as
 * `findFieldRisks`.
 *
 * @throws {AppError} `text_needs_review`.
 */
export async function reviewPosted(input: NewTransferRequest): Promise<'held' | 'active'> {
  return mustWait(findFieldRisks(textsOf(input)), input.sendForReview) ? 'held' : 'active';
}

/** Registers the route by which teachers state that they are ready to take the place that a request wishes for. */
export function readinessRoutes(app: App, { db, now }: Dependencies): void {
  app.put(
    '/api/requests/:id/readiness',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Set or clear the caller’s readiness to take the place, for 30 days',
        params: byId,
        body: readinessSchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn((request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => setReadiness(db, own, change, now()));
    }),
  );
}

/** Registers the routes by which owners change their requests. */
export function changeRoutes(app: App, dependencies: Dependencies): void {
  editRoutes(app, dependencies);
  rankRoutes(app, dependencies);
  stepRoutes(app, dependencies);
  removingRoutes(app, dependencies);
}

function editRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;
  app.patch(
    '/api/requests/:id',
    {
      config: {
        policy: 'access',
      },
      schema: {
        summary: 'Change an active request',
        params: byId,
        body: requestEditSchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn(async (request) => {
      const own = ownOf(request);
      await withCurrent(
        counted(limits.reserve(request, 'posting', { subject: own.userId }), () =>
          editRequestAndAgreements(
            db,
            own,
            { input: request.body, ifMatch: request.headers['if-match'] },
            now(),
          ),
        ),
        () => ownRequest(db, own, request),
      );
      announceNew(dependencies, own.id);
      return changed(db, own, request);
    }),
  );

  app.put(
    '/api/requests/:id/privacy',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Change the privacy settings of a request',
        params: byId,
        body: privacyChangeSchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn(async (request) => {
      const own = ownOf(request);
      const { privacySettings: wanted } = request.body;
      const { privacySettings: before } = await ownRequest(db, own, request);
      const change = { privacy: wanted, ifMatch: request.headers['if-match'] };
      await countShowing({ limits, request }, { before, wanted }, () =>
        withCurrent(changePrivacy(db, own, change), () => ownRequest(db, own, request)),
      );
      return changed(db, own, request);
    }),
  );
}

function rankRoutes(app: App, { db }: Dependencies): void {
  app.put(
    '/api/requests/:id/rank',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Rank an active request among the caller’s own; at equal moves a plan takes the better rank',
        params: byId,
        body: requestRankSchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn((request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => rankRequest(db, own, change));
    }),
  );
}

function stepRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;
  app.patch(
    '/api/requests/:id/status',
    {
      config: {
        policy: 'session',
      },
      schema: {
        summary:
          'Change the status of a request: agreed, fell through, moved, no longer looking, looking again',
        params: byId,
        body: statusChangeSchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn(async (request) => {
      const own = ownOf(request);
      const isOpened = request.body.status === 'active';
      // Without access a teacher may close requests, but not open one again.
      if (isOpened && !signedIn(request).hasAccess) throw new AppError('payment_required');
      const ifMatch = request.headers['if-match'];
      const change = () => changeStatusAndAgreements(db, own, { ...request.body, ifMatch }, now());
      const isChanged = await withCurrent(
        isOpened ? counted(limits.reserve(request, 'posting', { subject: own.userId }), change) : change(),
        () => ownRequest(db, own, request),
      );
      if (isOpened && isChanged) announceNew(dependencies, own.id);
      return changed(db, own, request);
    }),
  );

  app.post(
    '/api/requests/:id/renewal',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
      },
      schema: {
        summary: 'Renew a request for 180 days',
        params: byId,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn((request, reply) => {
      const own = ownOf(request);
      return once(request, reply, {
        change: async (commit) => {
          let isChanged = false;
          await counted(limits.reserve(request, 'posting', { subject: own.userId }), async () => {
            await commit(async (transaction) => {
              isChanged = await renewRequest(transaction, own, now());
            });
            return isChanged;
          });
          if (isChanged) announceNew(dependencies, own.id);
        },
        answer: () => changed(db, own, request),
      });
    }),
  );
}

function removingRoutes(app: App, { db, now }: Dependencies): void {
  app.patch(
    '/api/requests/:id/hidden',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Hide a request that an agreement completed from the caller’s list, or show it again',
        params: byId,
        body: hideRequestBodySchema,
        headers: ifMatchHeader,
        response: { 200: changedRequestSchema },
      },
    },
    writeInTurn((request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => setRequestHidden(db, own, change));
    }),
  );

  app.delete(
    '/api/requests/:id',
    {
      config: { policy: 'session' },
      schema: { summary: 'Delete a request', params: byId, response: { 200: confirmationSchema } },
    },
    writeInTurn(async (request) => {
      await deleteOwnRequest(db, ownOf(request), now());
      return { message: say(request, 'done.requestDeleted') };
    }),
  );
}
