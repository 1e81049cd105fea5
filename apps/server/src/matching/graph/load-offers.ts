import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { inOneSnapshot } from '../../platform/database/rows.ts';
import {
  registeredWishBatches,
  requestOfferBatches,
  wisherBatches,
} from '../index/indexed-offers.queries.ts';
import { requestBatches } from '../index/indexed-requests.queries.ts';
import { ListIndex } from '../index/list-index.ts';
import { MatchIndex } from '../index/match-index.ts';
import { asRead, disposeIndexes, type LoadedOffers, type OffersAt, setOffer } from './offer-changes.ts';

/** Reads all requests and all offers, on a connection without a timeout. */
export async function readAllOffers(client: pg.Client, rules: Rules): Promise<OffersAt> {
  const loaded = {
    graph: new RingGraph(rules.largestGroup),
    list: new ListIndex(),
    matches: new MatchIndex(),
    rules,
  };
  try {
    const snapshot = await inOneSnapshot(client, () => loadRows(client, loaded));
    loaded.list.compact();
    loaded.matches.compact();
    return { ...loaded, snapshot };
  } catch (error) {
    disposeIndexes(loaded);
    throw error;
  }
}

/** Adds all rows as `followChanges` adds later ones, in the order of their ids, which no row changes then. */
async function loadRows(client: pg.Client, loaded: LoadedOffers): Promise<void> {
  const { list, matches } = loaded;
  for await (const requests of requestBatches(client)) {
    for (const request of requests) {
      list.set(request);
      matches.expect(request);
    }
  }
  for await (const wishers of wisherBatches(client)) for (const { id } of wishers) matches.expectWish(id);
  for (const batches of [requestOfferBatches(client), registeredWishBatches(client)]) {
    for await (const offers of batches)
      for (const offer of offers) setOffer(loaded, asRead(offer, loaded.rules));
  }
}
