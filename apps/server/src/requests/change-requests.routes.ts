import { privacyChange } from '@mutual-transfer/domain/accounts/privacy';
import { confirmation } from '@mutual-transfer/domain/problem';
import { requestRank, requestVisibility } from '@mutual-transfer/domain/requests/own-list';
import { changedRequest, requestEdit, statusChange } from '@mutual-transfer/domain/requests/transfer-request';
import { AppError } from '../errors.ts';
import { byId, ownOf } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { changeStatus, deleteOwnRequest, editRequest } from '../lifecycle/change-request.ts';
import { counted } from '../limits/limits.ts';
import { rankRequest } from '../members/own-ranks.ts';
import { changePrivacy, renewRequest } from '../members/own-requests.ts';
import { setRequestHidden } from '../members/records.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { countShowing } from '../privacy/count-showing.ts';
import { announceNew } from '../rings/announce.ts';
import { answerChange, changed, ownRequest } from './own-request.ts';

/** Registers the routes by which owners change their requests. */
export function changeRoutes(
  app: App,
  dependencies: Pick<OfferDependencies, 'background' | 'config' | 'db' | 'graph' | 'limits' | 'now'>,
): void {
  editRoutes(app, dependencies);
  rankRoutes(app, dependencies);
  stepRoutes(app, dependencies);
  removingRoutes(app, dependencies);
}

function editRoutes(
  app: App,
  dependencies: Pick<OfferDependencies, 'background' | 'config' | 'db' | 'graph' | 'limits' | 'now'>,
): void {
  const { db, limits, now } = dependencies;
  app.patch(
    '/api/requests/:id',
    {
      config: {
        policy: 'access',
        problems: [
          'not_found',
          'forbidden',
          'status_step',
          'text_needs_review',
          'request_duplicate',
          'request_in_agreement',
        ],
        spends: ['posting'],
      },
      schema: {
        summary: 'Change an active request',
        params: byId,
        body: requestEdit,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      await withCurrent(
        counted(limits.reserve(request, 'posting', { subject: own.userId }), () =>
          editRequest(db, own, { input: request.body, ifMatch: request.headers['if-match'] }, now()),
        ),
        () => ownRequest(db, own, request),
      );
      announceNew(dependencies, own.id);
      return changed(db, own, request);
    },
  );

  app.put(
    '/api/requests/:id/privacy',
    {
      config: { policy: 'session', problems: ['not_found'], spends: ['showing'] },
      schema: {
        summary: 'Change the privacy settings of a request',
        params: byId,
        body: privacyChange,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      const { privacySettings: wanted } = request.body;
      const { privacySettings: before } = await ownRequest(db, own, request);
      const change = { privacy: wanted, ifMatch: request.headers['if-match'] };
      await countShowing({ limits, request }, { before, wanted }, () =>
        withCurrent(changePrivacy(db, own, change), () => ownRequest(db, own, request)),
      );
      return changed(db, own, request);
    },
  );
}

function rankRoutes(app: App, { db }: Pick<OfferDependencies, 'db'>): void {
  app.put(
    '/api/requests/:id/rank',
    {
      config: { policy: 'session', problems: ['not_found', 'status_step'] },
      schema: {
        summary: 'Rank an active request among the caller’s own; at equal moves a plan takes the better rank',
        params: byId,
        body: requestRank,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    (request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => rankRequest(db, own, change));
    },
  );
}

function stepRoutes(
  app: App,
  dependencies: Pick<OfferDependencies, 'background' | 'config' | 'db' | 'graph' | 'limits' | 'now'>,
): void {
  const { db, limits, now } = dependencies;
  app.patch(
    '/api/requests/:id/status',
    {
      config: {
        policy: 'session',
        problems: [
          'not_found',
          'payment_required',
          'status_step',
          'request_duplicate',
          'too_many_requests_active',
          'request_in_agreement',
        ],
        spends: ['posting'],
      },
      schema: {
        summary:
          'Change the status of a request: agreed, fell through, moved, no longer looking, looking again',
        params: byId,
        body: statusChange,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      const isOpened = request.body.status === 'active';
      // Without access a teacher may close requests, but not open one again.
      if (isOpened && !signedIn(request).hasAccess) throw new AppError('payment_required');
      const ifMatch = request.headers['if-match'];
      const change = () => changeStatus(db, own, { ...request.body, ifMatch }, now());
      const isChanged = await withCurrent(
        isOpened ? counted(limits.reserve(request, 'posting', { subject: own.userId }), change) : change(),
        () => ownRequest(db, own, request),
      );
      if (isOpened && isChanged) announceNew(dependencies, own.id);
      return changed(db, own, request);
    },
  );

  app.post(
    '/api/requests/:id/renewal',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
        problems: ['not_found', 'status_step', 'request_duplicate', 'too_many_requests_active'],
        spends: ['posting'],
      },
      schema: { summary: 'Renew a request for 180 days', params: byId, response: { 200: changedRequest } },
    },
    (request, reply) => {
      const own = ownOf(request);
      return once(dependencies, request, reply, {
        change: (transaction) => renewRequest(transaction, own, now()),
        around: (make) => counted(limits.reserve(request, 'posting', { subject: own.userId }), make),
        outcome: () => ({ ids: {} }),
        after: (isChanged) => isChanged && announceNew(dependencies, own.id),
        render: () => changed(db, own, request),
      });
    },
  );
}

function removingRoutes(app: App, { db, now }: Pick<OfferDependencies, 'db' | 'now'>): void {
  app.patch(
    '/api/requests/:id/hidden',
    {
      config: { policy: 'session', problems: ['not_found', 'status_step'] },
      schema: {
        summary: 'Hide a request that an agreement completed from the caller’s list, or show it again',
        params: byId,
        body: requestVisibility,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    (request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => setRequestHidden(db, own, change));
    },
  );

  app.delete(
    '/api/requests/:id',
    {
      config: { policy: 'session', problems: ['not_found', 'request_in_agreement', 'request_is_record'] },
      schema: { summary: 'Delete a request', params: byId, response: { 200: confirmation } },
    },
    async (request) => {
      await deleteOwnRequest(db, ownOf(request), now());
      return { message: say(request, 'done.requestDeleted') };
    },
  );
}
