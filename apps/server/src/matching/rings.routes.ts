import {
  prospectsQuerySchema,
  prospectsSchema,
  reachQuerySchema,
  reachSchema,
} from '@mutual-transfer/domain/matching/demand';

import { type RingAdvice, ringAdviceSchema, ringListSchema } from '@mutual-transfer/domain/matching/ring';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { excludedFor } from '@mutual-transfer/matching/excluded-pairs';
import type { App, Dependencies } from '../dependencies.ts';
import { byId, ownOf } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { slow } from '../http/turns.ts';
import { findExcludedPairs } from '../people/bans.ts';
import { contactsFor } from '../people/contacts.ts';
import { TtlCache } from '../platform/caches.ts';
import { adviceFor } from './advice.ts';
import { countRelations } from './matches.ts';
import { findOffersOf, findOwnOffer } from './offers.queries.ts';
import { countVerifiedPartners } from './perfect-matches.ts';
import { findReason, latestPlanOf } from './plans/latest-plan.ts';
import { cachedProspects } from './prospects.ts';
import { reachOf } from './reach.ts';
import { presentRing, ringsThrough } from './rings.ts';

/** Cost of a visitor's query in points of the read budget: it queries the database and searches the graph. */
const PROSPECTS_COST = 3;
const ADVICE_LIFETIME = 60_000;

const noAdvice: RingAdvice = {
  oneMoreWish: [],
  onePersonMissing: [],
  whyNothingYet: null,
  service: null,
  statingCategory: null,
};

export function ringRoutes(app: App, dependencies: Dependencies): void {
  visitorRoutes(app, dependencies);
  reachRoute(app, dependencies);
  const { db, graph, distanceBetween, now } = dependencies;
  // Advice over all blocks and districts takes 15 to 80 ms of CPU time, so it is computed in batches and cached per offer for a minute. A
  // worker thread would need a second graph of the same size.
  const latestPlan = latestPlanOf(db, now);
  const advice = new TtlCache<RingAdvice>({ name: 'advice', ttl: ADVICE_LIFETIME, now });

  app.get(
    '/api/requests/:id/rings',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List rings of three or more teachers through one of the caller’s requests',
        params: byId,
        response: { 200: ringListSchema },
      },
    },
    slow(async (request) => {
      const viewer = signedIn(request);
      const offer = await findOwnOffer(db, ownOf(request));
      const rings = offer === undefined ? [] : await ringsThrough(db, graph.current(), offer);
      const contacts = await contactsFor(dependencies, viewer, 'match')(rings.flat());
      return {
        rings: rings.map((members) => presentRing(members, { viewer, contacts, distanceBetween })),
        total: rings.length,
        ...contacts.limit,
      };
    }),
  );

  app.get(
    '/api/requests/:id/advice',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List changes that would bring matches or rings to one of the caller’s requests',
        params: byId,
        response: { 200: ringAdviceSchema },
      },
    },
    slow(async (request) => {
      const offer = await findOwnOffer(db, ownOf(request));
      if (offer === undefined) return noAdvice;
      const offers = await findOffersOf(db, offer.user_id);
      const excluded = excludedFor([offer.user_id], await findExcludedPairs(db, [offer.user_id]));
      const ruled = graph.current();
      // The advice is cached for a minute. A new block between teachers changes the cache key.
      return advice.get(JSON.stringify([offer, offers, [...excluded].sort()]), async () => {
        const relations = await countRelations(db, { ...offer, rules: ruled.rules });
        const directSwapsVerified = await countVerifiedPartners(db, offer, ruled.rules);
        return adviceFor(db, {
          ruled,
          mine: offer,
          offers,
          excluded,
          latestPlan: await latestPlan(),
          relations,
          directSwapsVerified,
          planReason: await findReason(db, offer.user_id),
        });
      });
    }),
  );
}

/** Cost of the reach in points of the read budget: searching the graph takes as much CPU time as three ordinary reads. */
const REACH_COST = 3;

function reachRoute(app: App, { db, graph }: Dependencies): void {
  app.get(
    '/api/requests/:id/reach',
    {
      config: { policy: 'access', cost: REACH_COST },
      schema: {
        summary: 'List the shortest ring to each place, by the caller’s active requests and by one more wish',
        params: byId,
        querystring: reachQuerySchema,
        response: { 200: reachSchema },
      },
    },
    slow(async (request) => {
      const mine = await findOwnOffer(db, ownOf(request));
      if (mine === undefined) return { places: [] };
      const { district } = request.query;
      return {
        places: await reachOf(db, {
          ruled: graph.current(),
          mine,
          offers: await findOffersOf(db, mine.user_id),
          district: district === undefined ? undefined : districtByName(district)?.code,
        }),
      };
    }),
  );
}

function visitorRoutes(app: App, dependencies: Dependencies): void {
  const prospectsFor = cachedProspects(dependencies);
  app.get(
    '/api/requests/prospects',
    {
      config: { policy: 'open', isShared: true, cost: PROSPECTS_COST },
      schema: {
        summary:
          'How many teachers want a place in one district, and would swap with a teacher who wants to go to another',
        querystring: prospectsQuerySchema,
        response: { 200: prospectsSchema },
      },
    },
    slow((request) => prospectsFor(request.query)),
  );
}
