import type { Repairs } from '@mutual-transfer/domain/agreements/agreement';
import { isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { USUAL_CHANCE } from '@mutual-transfer/matching/clearing/yes-chances';
import { containsExcludedPair, type ExcludedPairs } from '@mutual-transfer/matching/excluded-pairs';
import { type Closing, repairRing } from '@mutual-transfer/matching/live/repair';
import { type GraphOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import type { Kysely } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { stratumOf } from '../matching/index/request-offer.ts';
import { findExcludedPairs } from '../people/bans.ts';
import { presentPerson } from '../people/present.ts';
import type { Database } from '../platform/database/tables.ts';
import { placeOfBlock } from '../platform/places.ts';
import { readRules } from '../platform/rules.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { shareCodeOf } from '../sign-in/shares.ts';
import { groupMember } from './change-agreement.ts';
import type { WholeAgreement } from './lock-agreement.ts';
import { type CurrentMember, findCurrentMembers } from './members-today.ts';
import { findPersons, type MemberPerson, readerFirst, startingWith } from './present-agreement.ts';
import { everybody, findReadyOffers } from './ready-offers.ts';
import { isProposable } from './refuse-proposal.ts';

type Ring = readonly GraphOffer[];

const nothing: Repairs = { smaller: [], standbys: [], askable: [], missing: [] };

/** Returns the options of the remaining members after a member said no, left, did not answer or was erased. */
export async function repairsFor(
  reading: Dependencies,
  agreement: WholeAgreement,
  viewer: SignedIn,
): Promise<Repairs> {
  const { db, graph: active } = reading;
  const rules = await readRules(db, reading.now());
  const ring = await ringOf(reading, agreement, { viewer, rules });
  if (ring.left.has(viewer.userId)) return { ...nothing, isFree: false };
  if (ring.left.size === 0) return nothing;
  const graph = await readyGraph(reading, agreement, rules);
  const repairedFrom = (source: RingGraph) =>
    repairRing(ring.offers, ring.left, { graph: source, excluded: ring.excluded });
  const { smaller, closings } = repairedFrom(graph);
  const isViewer = ({ teacher }: GraphOffer) => teacher === viewer.userId;
  const hasViewer = (one: Ring) => one.some(isViewer);
  const own = closings.filter(({ chain }) => hasViewer(chain));
  const standbys = await withoutBlocks(db, ringsClosing(own));
  const known = new Set(standbys.map(requestsOf));
  const others = ringsClosing(repairedFrom(active.current().graph).closings);
  const found = {
    smaller: smaller.filter(hasViewer),
    standbys,
    askable: await withoutBlocks(
      db,
      others.filter((one) => hasViewer(one) && !known.has(requestsOf(one))),
    ),
  };
  const present = await findPossible(reading, Object.values(found).flat());
  const people = await findPersons(reading, [...present.keys()], viewer);
  const before = new Set(ring.offers.map(({ teacher }) => teacher));
  const show = (rings: readonly Ring[]) =>
    rings.flatMap((one) =>
      presentRing(startingWith(one, isViewer), { present, people, before, viewer, rules }),
    );
  const missing = own.map((closing) => presentMissing(closing, agreement));
  return {
    smaller: show(found.smaller),
    standbys: show(found.standbys),
    askable: show(found.askable),
    missing,
  };
}

/** Returns the rings that the replacements close. */
function ringsClosing(closings: readonly Closing[]): Ring[] {
  return closings.flatMap(({ chain, replacements }) => replacements.map((others) => [...chain, ...others]));
}

function requestsOf(ring: Ring): string {
  return ring.map(({ id }) => id).join(' ');
}

/** Counts the seats of a proposal for which another ready teacher could step in now. */
export async function countStandbys(
  reading: Dependencies,
  agreement: WholeAgreement,
  viewer: SignedIn,
): Promise<number> {
  const rules = await readRules(reading.db, reading.now());
  const { offers, excluded } = await ringOf(reading, agreement, { viewer, rules });
  const graph = await readyGraph(reading, agreement, rules);
  return offers.filter(({ teacher }) =>
    repairRing(offers, new Set([teacher]), { graph, excluded }).closings.some(
      ({ replacements }) => replacements.length > 0,
    ),
  ).length;
}

/** Returns a graph of the ready and free teachers of the proposal's stratum, the candidates for stand-ins. */
async function readyGraph(
  { db, now }: Dependencies,
  agreement: WholeAgreement,
  rules: Rules,
): Promise<RingGraph> {
  const strata = [stratumOf(agreement, rules)];
  const graph = new RingGraph(rules.largestGroup);
  const ready = await findReadyOffers(db, {
    ...{ scope: everybody, withAsked: true, chance: USUAL_CHANCE },
    ...{ strata, rules, now: now() },
  });
  for (const offer of ready) graph.add(offer);
  return graph;
}

/** Input of a repair. */
interface RingToRepair {
  /** Offers of the seats, including withdrawn ones. */
  offers: Ring;
  /**
   * Ids of the members to replace: those who said no, left, did not answer, whom a block separates from the viewer, or whose request is no
   * longer free.
   */
  left: ReadonlySet<string>;
  /** Pairs of a member and a teacher of whom one blocks the other. */
  excluded: ExcludedPairs;
}

async function ringOf(
  { db, now: clock }: Dependencies,
  agreement: WholeAgreement,
  { viewer, rules }: { viewer: SignedIn; rules: Rules },
): Promise<RingToRepair> {
  const members = readerFirst(agreement.members, viewer);
  const present = await findCurrentMembers(
    db,
    members.flatMap(({ request_id }) => request_id ?? []),
    clock(),
  );
  const byRequest = new Map(present.map((member) => [member.requestId, member]));
  const stratum = stratumOf(agreement, rules);
  const excluded = await findExcludedPairs(
    db,
    members.flatMap(({ user_id }) => user_id ?? []),
  );
  const left = new Set<string>();
  const offers = members.map((seat): GraphOffer => {
    const now = byRequest.get(seat.request_id ?? '');
    const teacher = seat.user_id ?? `gone ${seat.position}`;
    const isSilent = agreement.reason === 'deadline' && seat.answer !== 'yes';
    if (
      now === undefined ||
      !isProposable(now) ||
      isSilent ||
      seat.answer === 'no' ||
      agreement.ended_by === seat.user_id ||
      excluded.get(viewer.userId)?.has(teacher)
    )
      left.add(teacher);
    const to = now === undefined ? [seat.to_block] : groupMember(now).to;
    return { id: seat.request_id ?? teacher, teacher, from: seat.from_block, to, stratum };
  });
  return { offers, left, excluded };
}

/** Returns the rings in which no teacher blocks another. */
async function withoutBlocks(db: Kysely<Database>, rings: readonly Ring[]): Promise<Ring[]> {
  const teachersOf = (ring: Ring) => ring.map(({ teacher }) => teacher);
  const excluded = await findExcludedPairs(db, [...new Set(rings.flatMap(teachersOf))]);
  return rings.filter((ring) => !containsExcludedPair(teachersOf(ring), excluded));
}

/** Returns the members of rings who can be in a proposal now, by request id. */
async function findPossible(
  { db, now }: Dependencies,
  rings: readonly Ring[],
): Promise<Map<string, CurrentMember>> {
  const ids = rings.flatMap((ring) => ring.map(({ id }) => id));
  const present = await findCurrentMembers(db, [...new Set(ids)], now());
  return new Map(present.filter(isProposable).map((member) => [member.requestId, member]));
}

interface Found {
  present: ReadonlyMap<string, CurrentMember>;
  people: ReadonlyMap<string, MemberPerson>;
  before: ReadonlySet<string>;
  viewer: SignedIn;
  rules: Rules;
}

function presentRing(ring: Ring, { present, people, before, viewer, rules }: Found): Repairs['smaller'] {
  const members = ring.flatMap(({ id }) => present.get(id) ?? []);
  const persons = ring.flatMap(({ id }) => people.get(id) ?? []);
  if (persons.length < ring.length || !isGroup(members.map(groupMember), rules)) return [];
  const shown = members.map((member, index) => {
    // Each member has a person: checked above.
    const person = persons[index] as MemberPerson;
    const wish = {
      district: member.desired_district,
      block: member.desired_block,
      subject: member.subject,
      classRange: member.class_range,
    };
    return {
      // A repair is proposed without contacts, so it opens none.
      user: presentPerson(person, viewer, wish, false),
      requestId: member.requestId,
      movesTo: placeOfBlock(members[(index + 1) % members.length]?.block ?? ''),
      isNew: !before.has(member.userId),
    };
  });
  return [{ requests: ring.map(({ id }) => id), members: shown }];
}

function presentMissing(
  { from, to, chain }: Closing,
  { subject, class_range }: WholeAgreement,
): Repairs['missing'][number] {
  const length = chain.length + 1;
  const share = shareCodeOf({ from, to, subject, classRange: class_range, length });
  return { from: placeOfBlock(from), to: placeOfBlock(to), length, share };
}
