import { areAllowed, HOLD_TIME, isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  type AgreementStep,
  allAgree,
  type Obstacle,
  type Refusal,
  type Standing,
  takeStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { acceptedBlocks, groupMemberOf } from '../matching/index/request-offer.ts';
import {
  bindRequests,
  completeRequests,
  moveMember,
  type PostingMove,
  releaseRequests,
  stopAcceptingFor,
  takeMoveBack,
} from '../people/bound-requests.ts';
import type { Database, Db, StepKind } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';
import {
  agreementState,
  findAgreements,
  type Member,
  requestsOf,
  type WholeAgreement,
} from './lock-agreement.ts';
import { type CurrentMember, findCurrentMembers, heldUntil } from './members-today.ts';
import { notifyMembers } from './notify-members.ts';
import { endUnwilling, planAgain } from './plan-ready.ts';

const refusals: Readonly<Record<Refusal, ErrorCode>> = {
  not_a_member: 'not_found',
  over: 'agreement_over',
  step: 'agreement_step',
};

/** Options of `changeAgreement`. */
interface SteppingIn {
  step: AgreementStep;
  words?: string | undefined;
  /** Teachers who get no notice of the change, because they caused it or get a more important notice. */
  quiet?: readonly string[];
  /** The administrator who recorded the step, and why. */
  recorded?: Recorded | undefined;
  now: Date;
}

/**
 * Takes a step of a locked agreement and everything that follows from it, in the same transaction. After the last yes it concludes the
 * agreement.
 *
 * @throws {AppError} `agreement_over`, `agreement_step`, `not_found` for a teacher who is not a member.
 */
export async function changeAgreement(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { step, words, quiet = [], recorded, now }: SteppingIn,
): Promise<WholeAgreement> {
  const before = agreementState(agreement);
  const taken = takeStep(before, step, now.getTime());
  if (!taken.ok) throw new AppError(refusals[taken.refusal]);
  await writeStep(transaction, agreement, { step, words, recorded, now, after: taken.standing });
  const changed = await writeState(transaction, agreement, {
    before,
    after: taken.standing,
    step,
    quiet,
    now,
  });
  await follow(transaction, changed, { before, step, quiet, now });
  const isAnswered = step.kind === 'answer' || step.kind === 'silence';
  const settled =
    allAgree(taken.standing) && isAnswered ? await conclude(transaction, changed, now) : changed;
  // The last yes is no news of its own: all members are told what became of the proposal.
  if (settled.state === before.state) await notifyProposer(transaction, settled, step, now);
  return settled;
}

/** Turns a proposal to which all said yes into an agreement, ends it if there is an obstacle, or lets it wait for a held request. */
export async function conclude(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  now: Date,
): Promise<WholeAgreement> {
  const isOpen = (await readRules(transaction, now)).isOpen;
  const obstacle = (await obstacleOf(transaction, agreement, now)) ?? (isOpen ? null : 'window_closed');
  const until = obstacle === null ? await heldUntil(transaction, agreement, now) : undefined;
  if (until !== undefined) {
    await transaction
      .updateTable('agreements')
      .set({ waits_until: until })
      .where('id', '=', agreement.id)
      .execute();
    return { ...agreement, waits_until: until };
  }
  return changeAgreement(transaction, agreement, { step: { kind: 'conclude', hindrance: obstacle }, now });
}

interface Change {
  before: Standing;
  after: Standing;
  step: AgreementStep;
  quiet: readonly string[];
  now: Date;
}

async function writeStep(
  transaction: Transaction<Database>,
  { id, members }: WholeAgreement,
  { step, words, recorded, now, after }: SteppingIn & { after: Standing },
): Promise<void> {
  const row = { id: newId({ msecs: now.getTime() }), agreement_id: id, happened_at: now };
  const user_id = 'by' in step ? step.by : null;
  await transaction
    .insertInto('agreement_steps')
    .values({
      ...row,
      user_id,
      kind: kindOf(step, after),
      consent_id:
        step.kind === 'silence' ? members.find((member) => member.user_id === user_id)?.consent_id : null,
      reason: after.reason,
      words: words === '' ? null : words,
      concerns: step.kind === 'undo' ? step.step : null,
      ...recordedColumns(recorded),
    })
    .execute();
}

function kindOf(step: AgreementStep, { state }: Standing): StepKind {
  if (step.kind === 'answer') return step.answer;
  if (step.kind === 'tick') return step.step;
  if (step.kind === 'leave' || step.kind === 'silence') return step.kind;
  if (step.kind === 'undo') return 'undone';
  return state === 'agreed' ? 'agreed' : 'end';
}

/** Writes the answers and the state that changed. A foreign key copies the state to the members. */
async function writeState(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { before, after, step, now }: Change,
): Promise<WholeAgreement> {
  for (const [position, seat] of after.seats.entries()) {
    if (seat.answer === before.seats[position]?.answer) continue;
    const held_until = seat.answer === 'yes' ? await endOfHold(transaction, agreement, position, now) : null;
    await transaction
      .updateTable('agreement_members')
      .set({ answer: seat.answer, answered_at: now, held_until })
      .where('agreement_id', '=', agreement.id)
      .where('position', '=', position)
      .execute();
  }
  if (after.state !== before.state) {
    await transaction
      .updateTable('agreements')
      .set({ state: after.state, reason: after.reason, waits_until: null, ...momentsOf(after, step, now) })
      .where('id', '=', agreement.id)
      .execute();
  }
  const [changed] = await findAgreements(transaction, [agreement.id]);
  return changed ?? agreement;
}

function momentsOf({ state }: Standing, step: AgreementStep, now: Date) {
  if (step.kind === 'undo') return state === 'agreed' ? { submitted_at: null } : { ended_at: null };
  if (state === 'agreed') return { agreed_at: now };
  if (state === 'in_progress') return { submitted_at: now };
  const ended_by = 'by' in step && state !== 'completed' ? step.by : null;
  return { ended_at: now, ended_by };
}

/** Returns the end of the hold that a yes puts on the request; null if an earlier yes to another proposal holds it. */
async function endOfHold(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  position: number,
  now: Date,
): Promise<Date | null> {
  const members = agreement.members.filter((member) => member.position === position);
  const isHeld = (await heldUntil(transaction, { ...agreement, members }, now)) !== undefined;
  return isHeld ? null : new Date(now.getTime() + HOLD_TIME);
}

/** Applies the consequences of a step and notifies the members. */
async function follow(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { before, step, quiet, now }: Omit<Change, 'after'>,
): Promise<void> {
  const others = (userId: string) => !quiet.includes(userId) && (!('by' in step) || userId !== step.by);
  if (step.kind === 'answer') await storeAnswer(transaction, agreement, step, now);
  if (step.kind === 'leave') await storeAnswer(transaction, agreement, { by: step.by, answer: 'no' }, now);
  if (step.kind === 'tick') await followTick(transaction, agreement, step, { to: others, now });
  if (step.kind === 'undo') return;
  if (agreement.state === before.state) return;
  switch (agreement.state) {
    case 'agreed':
      await bindRequests(transaction, requestsOf(agreement));
      await endAcceptForMe(transaction, agreement);
      await supersedeRivals(transaction, agreement, now);
      return notifyMembers(transaction, agreement, { kind: 'agreed' }, { to: () => true, now });
    case 'completed':
      return completeRequests(transaction, requestsOf(agreement));
    case 'declined':
    case 'lapsed':
    case 'superseded':
    case 'broken':
      if (agreement.state === 'broken') await releaseRequests(transaction, requestsOf(agreement));
      else await resumeWaiting(transaction, agreement, now);
      await endUnwilling(transaction, agreement);
      await planAgain(transaction, agreement, now);
      return notifyMembers(
        transaction,
        agreement,
        { kind: 'agreement_ended', reason: agreement.reason ?? 'left' },
        { to: others, now },
      );
  }
}

async function followTick(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { step, by }: Extract<AgreementStep, { kind: 'tick' }>,
  { to, now }: { to: (userId: string) => boolean; now: Date },
): Promise<void> {
  await notifyMembers(transaction, agreement, { kind: 'agreement_step', step }, { to, now });
  if (step === 'joined') await moveJoined(transaction, agreement, by, now);
}

/**
 * Ends every other proposal of these teachers. Every transaction that changes one of those proposals locks one of these teachers first, and
 * the caller has locked them, so locking the proposals now cannot deadlock.
 */
async function supersedeRivals(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  now: Date,
): Promise<void> {
  const teachers = members.flatMap(({ user_id }) => user_id ?? []);
  const { rows } = await sql<{ id: string }>`
    select id from agreements
    where state = 'proposed' and id in (
      select agreement_id from agreement_members
      where user_id = any(${teachers}::uuid[]) and state = 'proposed'
    )
    order by id for update`.execute(transaction);
  const rivals = await findAgreements(
    transaction,
    rows.map(({ id }) => id),
  );
  const step = { kind: 'end', reason: 'other_agreement' } as const;
  for (const rival of rivals) await changeAgreement(transaction, rival, { step, quiet: teachers, now });
}

/** Marks the proposals that wait for a request of the ended proposal as due, so that the next scan concludes them. */
async function resumeWaiting(
  transaction: Transaction<Database>,
  { id }: WholeAgreement,
  now: Date,
): Promise<void> {
  await sql`
    update agreements set waits_until = ${now}
    where state = 'proposed' and waits_until > ${now} and id in (
      select waiting.agreement_id
      from agreement_members waiting
      join agreement_members ended on ended.request_id = waiting.request_id
      where ended.agreement_id = ${id} and waiting.agreement_id <> ${id}
    )`.execute(transaction);
}

async function notifyProposer(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  step: AgreementStep,
  now: Date,
): Promise<void> {
  if (step.kind !== 'answer' || step.by === agreement.proposed_by) return;
  const to = (userId: string) => userId === agreement.proposed_by;
  await notifyMembers(transaction, agreement, { kind: 'proposal_yes' }, { to, now });
}

/** An administrator's record of a step. */
interface Recorded {
  by: string;
  /** Null if not all who read the history may read it. */
  reason: string | null;
}

/** Returns the columns of a step that an administrator recorded. */
export function recordedColumns(recorded: Recorded | undefined) {
  if (recorded === undefined) return {};
  return { is_recorded: true, recorded_by: recorded.by, office_reason: recorded.reason };
}

/** Stores a yes to a place, or deletes the stored yes after a no to that place. A member who leaves says no to it. */
async function storeAnswer(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  { by, answer }: { by: string; answer: 'yes' | 'no' },
  now: Date,
): Promise<void> {
  const to_block = members.find(({ user_id }) => user_id === by)?.to_block ?? '';
  if (answer === 'no') {
    await transaction
      .deleteFrom('remembered_yes')
      .where('user_id', '=', by)
      .where('to_block', '=', to_block)
      .execute();
    return;
  }
  await transaction
    .insertInto('remembered_yes')
    .values({ user_id: by, to_block, given_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'to_block']).doUpdateSet({ given_at: now }))
    .execute();
}

/** Returns the reason why a proposal cannot be agreed at this moment, or null. The caller has locked its members. */
export async function obstacleOf(db: Db, { members }: WholeAgreement, now: Date): Promise<Obstacle | null> {
  const present = await findCurrentMembers(
    db,
    members.flatMap(({ request_id }) => request_id ?? []),
    now,
  );
  if (present.length < members.length) return 'request_changed';
  if (present.some(({ is_active }) => !is_active)) return 'member_inactive';
  if (present.some((member) => member.isOut)) return 'member_out';
  if (present.some(({ isBound, status }) => isBound || status === 'pending')) return 'member_taken';
  if (present.some(({ status }) => status !== 'active')) return 'request_changed';
  if (present.some(({ block }, index) => block !== members[index]?.from_block)) return 'member_moved';
  if (present.some((member, index) => !accepts(member, members[index]?.to_block))) return 'request_changed';
  return isGroup(present.map(groupMember), await readRules(db, now)) ? null : 'rules_changed';
}

/** @throws {AppError} `window_closed`, `rules_changed` unless today's rules allow the group. */
export async function refuseForbidden(db: Db, { members }: WholeAgreement, now: Date): Promise<void> {
  const rules = await readRules(db, now);
  if (!rules.isOpen) throw new AppError('window_closed');
  const present = await findCurrentMembers(
    db,
    members.flatMap(({ request_id }) => request_id ?? []),
    now,
  );
  if (!areAllowed(present.map(groupMember), rules)) throw new AppError('rules_changed');
}

/** Converts a member to the input of the rules of a group. */
export function groupMember({ userId, block, desired_district, desired_block, ...member }: CurrentMember) {
  const place = { from_block: block ?? '', to_district: desired_district, to_block: desired_block };
  return groupMemberOf({ ...member, user_id: userId, ...place });
}

function accepts({ desired_district, desired_block }: CurrentMember, block: string | undefined): boolean {
  return block !== undefined && acceptedBlocks(desired_district, desired_block).includes(block);
}

/** Switches "accept for me" off for the members whose yes it gave. It ends with the first agreement that it led to. */
async function endAcceptForMe(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
): Promise<void> {
  const accepted = members.flatMap(({ user_id, is_accepted_for_me }) =>
    is_accepted_for_me && user_id !== null ? [user_id] : [],
  );
  await stopAcceptingFor(transaction, accepted);
}

/**
 * Returns the teachers for whom "accept for me" may answer a proposal. For a proposal of a round these are all teachers. For a proposal of
 * a verified teacher these are the teachers for whom it has not answered this proposer before; for an unverified proposer there are none.
 *
 * @param proposer null for a round.
 */
export async function findAnswerable(
  transaction: Transaction<Database>,
  userIds: readonly string[],
  proposer: string | null,
): Promise<ReadonlySet<string>> {
  if (proposer === null) return new Set(userIds);
  if (!(await isVerified(transaction, proposer))) return new Set();
  const answered = await transaction
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select('user_id')
    .where('proposed_by', '=', proposer)
    .where('user_id', 'in', userIds)
    .where('is_accepted_for_me', '=', true)
    .execute();
  return new Set(userIds.filter((userId) => !answered.some(({ user_id }) => user_id === userId)));
}

async function isVerified(transaction: Transaction<Database>, userId: string): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('verified_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined && user.verified_at !== null;
}

/** Moves a member who joined to the block of their seat, and congratulates them. */
async function moveJoined(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  userId: string,
  now: Date,
): Promise<void> {
  const move = moveOf(agreement.members.find(({ user_id }) => user_id === userId));
  if (move !== undefined) await moveMember(transaction, move, now);
  await notifyMembers(transaction, agreement, { kind: 'moved' }, { to: (id) => id === userId, now });
}

/** Undoes the moves of these members, whose step "joined" the office takes back. */
export async function takeMovesBack(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const member of members.filter(({ user_id }) => userIds.includes(user_id ?? ''))) {
    const move = moveOf(member);
    const movedAt = member.ticked.find(({ kind }) => kind === 'joined')?.happened_at;
    if (move && movedAt) await takeMoveBack(transaction, { ...move, movedAt }, now);
  }
}

export function moveOf(member: Member | undefined): PostingMove | undefined {
  if (!member?.user_id || !member.request_id) return undefined;
  const { user_id, request_id, to_block } = member;
  return { request: { userId: user_id, id: request_id }, toBlock: to_block };
}
