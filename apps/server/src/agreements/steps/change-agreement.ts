import { HOLD_TIME } from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  type AgreementStep,
  allAgree,
  type Refusal,
  type Standing,
  takeStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, StepKind } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { bindRequests, completeRequests, releaseRequests } from '../../members/bound-requests.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { notifyMembers } from '../notify-members.ts';
import { heldUntil } from '../room/present-members.queries.ts';
import { endUnwilling, planAgain } from '../rounds/round-plans-due.ts';
import { endAcceptForMe } from './accept-for-me.ts';
import { findAgreements, requestsOf, stateOf, type WholeAgreement } from './locked-agreement.ts';
import { moveJoined } from './move-joined.ts';
import { obstacleOf } from './obstacle.ts';
import { type Recorded, recordedColumns } from './recorded.ts';
import { storeAnswer } from './stored-answers.ts';

const refusals: Readonly<Record<Refusal, ErrorCode>> = {
  not_a_member: 'not_found',
  over: 'agreement_over',
  step: 'agreement_step',
};

/** Options of `changeAgreement`. */
export interface SteppingIn {
  readonly step: AgreementStep;
  readonly words?: string | undefined;
  /** Teachers who get no notice of the change, because they caused it or get a more important notice. */
  readonly quiet?: readonly string[];
  /** The administrator who recorded the step, and why. */
  readonly recorded?: Recorded | undefined;
  readonly now: Date;
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
  const before = stateOf(agreement);
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
  return allAgree(taken.standing) && isAnswered ? conclude(transaction, changed, now) : changed;
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
  readonly before: Standing;
  readonly after: Standing;
  readonly step: AgreementStep;
  readonly quiet: readonly string[];
  readonly now: Date;
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
  if (step.kind === 'undo') return { submitted_at: null };
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
  if (agreement.state === before.state) return notifyProposer(transaction, agreement, step, now);
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
