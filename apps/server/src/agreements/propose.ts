import {
  howToAsk,
  isGroup,
  mustStateService,
  PROPOSAL_HOURS,
  READY_TIME,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { groupKey } from '@mutual-transfer/matching/clearing/plan-round';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { lockMembers } from '../people/lock-members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';
import { changeAgreement, findAnswerable, groupMember } from './change-agreement.ts';
import { findEndedGroups, refuseOut } from './exclusions.ts';
import { findAgreements, type WholeAgreement } from './lock-agreement.ts';
import { type CurrentMember, findCurrentMembers } from './members-today.ts';
import { notifyMembers } from './notify-members.ts';
import { findConsents } from './readiness.ts';
import {
  isProposable,
  mayPropose,
  refuseBeyondLimits,
  refuseImpossible,
  withoutBlocked,
} from './refuse-proposal.ts';

/** The proposer: a teacher, whose request is first in the ring, or a round. */
type Source =
  | { kind: 'teacher'; userId: string }
  | {
      kind: 'round';
      roundId: string;
      deadline: Date;
      /** Season whose consents agree for silent members; null if all must answer. */
      consentsOf: string | null;
    };

/**
 * Proposes a swap in which each teacher takes the place of the next one. Records the yes of the proposer, and of members for whom "accept
 * for me" may answer this proposer.
 *
 * @throws {AppError} `not_found` unless the first request is the proposer's own; `validation_failed` for more members than the rules allow;
 * `not_a_ring`; `rules_changed`; `window_closed`; `service_not_stated` by the proposer; `proposal_exists`; `proposal_limit`; `out_of_season`; `group_ended`;
 * `request_taken` also if one member blocks another, so that the error reveals no block.
 */
export async function propose(
  transaction: Transaction<Database>,
  userId: string,
  requestIds: readonly string[],
  now: Date,
): Promise<WholeAgreement> {
  await refuseOut(transaction, userId, now);
  // Checked without locks first, so that an impossible proposal does not lock the accounts of the named teachers.
  const rulesBefore = await readRules(transaction, now);
  const before = await withoutBlocked(
    transaction,
    await findCurrentMembers(transaction, requestIds, now),
    userId,
  );
  refuseImpossible(before, { userId, requestIds, rules: rulesBefore });
  const members = await withoutBlocked(transaction, await lockOwners(transaction, requestIds, now), userId);
  const rules = await readRules(transaction, now);
  refuseImpossible(members, { userId, requestIds, rules });
  await refuseBeyondLimits(transaction, members, userId, now);
  if (await isEndedGroup(transaction, members, now)) throw new AppError('group_ended');
  if (!(await mayPropose(transaction, members))) throw new AppError('request_taken');
  return writeProposal(transaction, members, { source: { kind: 'teacher', userId }, rules }, now);
}

/**
 * Proposes a ring of a round.
 *
 * @returns undefined if one of the requests is no longer free or waits in another proposal of a round, the office ended this group, one of the teachers blocks another or
 * lacks the consent that the round needs, the rules forbid the group, the round is over, or the window is closed.
 */
export function proposeInRound(
  db: Kysely<Database>,
  source: Source & { kind: 'round' },
  requestIds: readonly string[],
  now: Date,
): Promise<WholeAgreement | undefined> {
  return db.transaction().execute(async (transaction) => {
    const members = await lockOwners(transaction, requestIds, now);
    const isFree = members.length === requestIds.length && members.every(isProposable);
    const rules = await readRules(transaction, now);
    if (!isFree || !rules.isOpen || !isGroup(members.map(groupMember), rules)) return undefined;
    if (!(await isRunning(transaction, source)) || (await hasOpenRoundProposal(transaction, members)))
      return undefined;
    if (!(await mayPropose(transaction, members)) || !(await allConsent(transaction, source, members, now)))
      return undefined;
    if (await isEndedGroup(transaction, members, now)) return undefined;
    return writeProposal(transaction, members, { source, rules }, now);
  });
}

/** Returns true if the office ended a group of the same teachers. */
async function isEndedGroup(
  transaction: Transaction<Database>,
  members: readonly CurrentMember[],
  now: Date,
): Promise<boolean> {
  const ended = await findEndedGroups(transaction, now);
  return ended.has(groupKey(members.map(({ userId }) => userId)));
}

async function isRunning(
  transaction: Transaction<Database>,
  { roundId }: { roundId: string },
): Promise<boolean> {
  const round = await transaction
    .selectFrom('rounds')
    .select('state')
    .where('id', '=', roundId)
    .forShare()
    .executeTakeFirst();
  return round?.state === 'running';
}

async function allConsent(
  transaction: Transaction<Database>,
  { consentsOf }: Source & { kind: 'round' },
  members: readonly CurrentMember[],
  now: Date,
): Promise<boolean> {
  if (consentsOf === null) return true;
  const consents = await findConsents(
    transaction,
    consentsOf,
    members.map(({ userId }) => userId),
    now,
  );
  return consents.size === members.length;
}

/** Locks the owners of the requests, then reads the owners and requests. */
async function lockOwners(
  transaction: Transaction<Database>,
  requestIds: readonly string[],
  now: Date,
): Promise<CurrentMember[]> {
  const owners = await findCurrentMembers(transaction, requestIds, now);
  await lockMembers(
    transaction,
    owners.map(({ userId }) => userId),
  );
  return findCurrentMembers(transaction, requestIds, now);
}

async function writeProposal(
  transaction: Transaction<Database>,
  members: readonly CurrentMember[],
  { source, rules }: { source: Source; rules: Rules },
  now: Date,
): Promise<WholeAgreement> {
  const id = await insertProposal(transaction, members, source, now);
  const proposer = source.kind === 'round' ? null : source.userId;
  const teachers = members.map(({ userId }) => userId);
  const answerable = await findAnswerable(transaction, teachers, proposer);
  const consents =
    source.kind === 'round' && source.consentsOf !== null
      ? await findConsents(transaction, source.consentsOf, teachers, now)
      : undefined;
  const asking = await insertMembers(transaction, { id, members, rules, answerable, consents }, now);
  const row = {
    id: newId({ msecs: now.getTime() }),
    agreement_id: id,
    user_id: proposer,
    kind: 'proposed' as const,
  };
  await transaction
    .insertInto('agreement_steps')
    .values({ ...row, happened_at: now })
    .execute();
  const accepted = teachers.filter((userId) => asking.get(userId) === 'accepted');
  let proposal = await requireWhole(transaction, id);
  const isAnnounced = (userId: string) =>
    proposal.members.some(({ user_id, consent_id }) => user_id === userId && consent_id !== null);
  const isAsked = (userId: string) => userId !== proposer && !isAnnounced(userId);
  await notifyMembers(transaction, proposal, { kind: 'proposal' }, { to: isAsked, now });
  await notifyMembers(transaction, proposal, { kind: 'announced' }, { to: isAnnounced, now });
  for (const by of new Set([...(proposer === null ? [] : [proposer]), ...accepted])) {
    proposal = await changeAgreement(transaction, proposal, {
      step: { kind: 'answer', by, answer: 'yes' },
      now,
    });
  }
  return proposal;
}

async function insertProposal(
  transaction: Transaction<Database>,
  members: readonly CurrentMember[],
  source: Source,
  now: Date,
): Promise<string> {
  const [first] = members;
  if (first === undefined) throw new RangeError('A proposal has members.');
  const id = newId({ msecs: now.getTime() });
  const ofSource =
    source.kind === 'round'
      ? {
          source: 'round' as const,
          round_id: source.roundId,
          deadline: source.deadline,
          silence_agrees: source.consentsOf !== null,
        }
      : {
          source: 'teacher' as const,
          proposed_by: source.userId,
          deadline: new Date(now.getTime() + PROPOSAL_HOURS * MILLISECONDS_AN_HOUR),
        };
  const category = members.find((member) => member.category !== null)?.category ?? null;
  const kind = { subject: first.subject, class_range: first.class_range, category };
  const requests_key = members
    .map(({ requestId }) => requestId)
    .toSorted()
    .join(' ');
  await transaction
    .insertInto('agreements')
    .values({ id, size: members.length, ...kind, requests_key, created_at: now, ...ofSource })
    .execute();
  return id;
}

interface NewMembers {
  id: string;
  members: readonly CurrentMember[];
  rules: Rules;
  /** Teachers for whom "accept for me" may answer. */
  answerable: ReadonlySet<string>;
  /**
   * Consents by teacher if silence agrees; every seat is then open, so that each teacher can object. Only the silence of a proven teacher
   * rests on the consent, because a made-up account would otherwise decide for the others.
   */
  consents: ReadonlyMap<string, string> | undefined;
}

/**
 * Inserts a seat for each member. A teacher who has not stated the service facts that the rules require gets no automatic yes.
 *
 * @returns how each teacher is asked.
 */
async function insertMembers(
  transaction: Transaction<Database>,
  { id, members, rules, answerable, consents }: NewMembers,
  now: Date,
): Promise<Map<string, ReturnType<typeof howToAsk>>> {
  const asking = new Map<string, ReturnType<typeof howToAsk>>();
  for (const [position, member] of members.entries()) {
    const to_block = members[(position + 1) % members.length]?.block ?? '';
    const { yesGivenAt, acceptsForMe } = await findGivenYes(transaction, member, to_block);
    const yes = { yesGivenAt, acceptsForMe: acceptsForMe && answerable.has(member.userId) };
    const mustAsk = consents !== undefined || mustStateService(member.joined_on, rules);
    const how = mustAsk ? 'open' : howToAsk(yes, now.getTime());
    asking.set(member.userId, how);
    const seat = { position, state: 'proposed' as const, from_block: member.block ?? '', to_block };
    await transaction
      .insertInto('agreement_members')
      .values({
        agreement_id: id,
        ...seat,
        user_id: member.userId,
        request_id: member.requestId,
        is_prefilled: how !== 'open',
        is_accepted_for_me: how === 'accepted',
        consent_id: (member.isProven ? consents?.get(member.userId) : undefined) ?? null,
      })
      .execute();
  }
  return asking;
}

async function requireWhole(transaction: Transaction<Database>, id: string): Promise<WholeAgreement> {
  const [found] = await findAgreements(transaction, [id]);
  if (found === undefined) throw new RangeError('A proposal that was just written is there.');
  return found;
}

/** Returns true if one of the teachers already has an open proposal of a round. Two servers may plan one round at the same time. */
async function hasOpenRoundProposal(
  transaction: Transaction<Database>,
  members: readonly CurrentMember[],
): Promise<boolean> {
  const asked = await transaction
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select('agreement_id')
    .where('source', '=', 'round')
    .where('agreements.state', '=', 'proposed')
    .where(
      'user_id',
      'in',
      members.map(({ userId }) => userId),
    )
    .executeTakeFirst();
  return asked !== undefined;
}

/** Returns the time at which the teacher said yes to this place before, and whether the request has "accept for me" switched on. */
async function findGivenYes(
  transaction: Transaction<Database>,
  { userId, requestId }: CurrentMember,
  to_block: string,
): Promise<{ yesGivenAt: number | null; acceptsForMe: boolean }> {
  const row = await transaction
    .selectFrom('requests')
    .leftJoin('remembered_yes', (join) =>
      join.on('remembered_yes.user_id', '=', userId).on('remembered_yes.to_block', '=', to_block),
    )
    .select(['accept_for_me', 'given_at', 'ready_until'])
    .where('requests.id', '=', requestId)
    .executeTakeFirst();
  // A ready teacher has already said yes to the places of the request.
  const readySince = row?.ready_until ? row.ready_until.getTime() - READY_TIME : null;
  return { yesGivenAt: row?.given_at?.getTime() ?? readySince, acceptsForMe: row?.accept_for_me ?? false };
}
