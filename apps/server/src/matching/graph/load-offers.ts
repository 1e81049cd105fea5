import { setImmediate } from 'node:timers/promises';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type GraphOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { inOneSnapshot } from '../../platform/database/rows.ts';
import { streamOffers, streamWishers } from '../index/indexed-offers.queries.ts';
import { streamListed, streamRequestIds } from '../index/indexed-requests.queries.ts';
import { ListIndex } from '../index/list-index.ts';
import { MatchIndex } from '../index/match-index.ts';
import { SharedTexts } from '../index/shared-texts.ts';
import { asRead, disposeIndexes, type LoadedOffers, type OffersAt } from './offer-changes.ts';

/** Number of offers that a load adds to the ring graph before the event loop serves other calls. */
const ADDED_AT_ONCE = 5_000;

/** Reads all requests and all offers, on a connection without a timeout. */
export async function readAllOffers(client: pg.Client, rules: Rules): Promise<OffersAt> {
  const offers = {
    graph: new RingGraph(rules.largestGroup),
    list: new ListIndex(),
    matches: new MatchIndex(),
    rules,
  };
  try {
    const snapshot = await inOneSnapshot(client, () => loadRows(client, offers));
    await offers.list.compact();
    await offers.matches.compact();
    return { ...offers, snapshot };
  } catch (error) {
    disposeIndexes(offers);
    throw error;
  }
}

async function loadRows(client: pg.Client, { graph, list, matches, rules }: LoadedOffers): Promise<void> {
  const texts = new SharedTexts();
  const [lists, offers] = [list.loader(texts), matches.loader(texts)];
  await streamRequestIds(client, (row) => {
    lists.expect(row);
    offers.expect(row);
  });
  await streamWishers(client, (row) => offers.expectWish(row));
  await streamListed(client, (row) => lists.load(row));
  const byStratum = new Map<string, GraphOffer[]>();
  await streamOffers(client, texts, (offer, row) => {
    const { takesPart, inGraph } = asRead(offer, rules);
    if (!takesPart) return;
    if (inGraph) push(byStratum, inGraph);
    offers.load(row);
  });
  await addByStratum(graph, byStratum.values());
}

function push(byStratum: Map<string, GraphOffer[]>, offer: GraphOffer): void {
  const others = byStratum.get(offer.stratum);
  if (others === undefined) byStratum.set(offer.stratum, [offer]);
  else others.push(offer);
}

/** Adds the offers in batches, between which the event loop serves other calls. */
async function addByStratum(graph: RingGraph, strata: Iterable<readonly GraphOffer[]>): Promise<void> {
  let added = 0;
  for (const offers of strata) {
    for (const offer of offers) {
      graph.addNew(offer);
      added += 1;
      if (added % ADDED_AT_ONCE === 0) await setImmediate();
    }
  }
}
