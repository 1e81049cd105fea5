import {
  type PortalStep,
  portalSteps,
  type Standing,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type LockedRequest, lockMembers } from '../people/lock-members.ts';
import type { AgreementRow, Database, MemberRow, StepRow } from '../platform/database/tables.ts';

/** A member with the steps that they took, in order. */
export interface Member extends MemberRow {
  /** The yes is that of the season: the member did not object until the deadline. */
  is_silent: boolean;
  ticked: readonly (Pick<StepRow, 'happened_at'> & { kind: PortalStep })[];
}

/** An agreement with its members in the order of the ring. */
export interface WholeAgreement extends AgreementRow {
  /** True if the season of its round has relieving as a separate step. */
  has_relieving: boolean;
  /** True if the season in which it was proposed asks for a scrutiny before the order. */
  has_scrutiny: boolean;
  members: readonly Member[];
}

/**
 * Locks an agreement and the accounts of all its members. Accounts are locked first and in the order of their ids, both here and where an
 * agreement is created. Every transaction that changes a teacher's agreements locks that teacher, so two changes that concern one teacher
 * neither run concurrently nor deadlock.
 */
export async function lockAgreement(
  transaction: Transaction<Database>,
  id: string,
): Promise<WholeAgreement | undefined> {
  const seats = await transaction
    .selectFrom('agreement_members')
    .select('user_id')
    .where('agreement_id', '=', id)
    .execute();
  await lockMembers(
    transaction,
    seats.flatMap(({ user_id }) => user_id ?? []),
  );
  await transaction.selectFrom('agreements').select('id').where('id', '=', id).forUpdate().execute();
  const [found] = await findAgreements(transaction, [id]);
  return found;
}

/** Returns the requests of an agreement whose accounts and requests still exist. */
export function requestsOf({ members }: WholeAgreement): LockedRequest[] {
  return members.flatMap(({ user_id, request_id }) =>
    user_id === null || request_id === null ? [] : [{ userId: user_id, id: request_id }],
  );
}

/** Selects whether the season of the round of an agreement has relieving as a step. */
export const hasRelieving = sql<boolean>`exists (select from rounds join seasons on seasons.id = season_id
  where rounds.id = agreements.round_id and relieving)`;

/** Selects whether the season of an agreement asks for a scrutiny, also of a group that teachers proposed. */
export const hasScrutiny = sql<boolean>`exists (select from seasons
  where agreements.created_at >= opens_at and agreements.created_at < closed_at and scrutiny)`;

/** Condition on `agreement_members` that the season agreed for a member who did not answer. */
export const isSilent = sql<boolean>`(answer = 'yes' and exists (select from agreement_steps silence
  where silence.agreement_id = agreement_members.agreement_id and silence.user_id = agreement_members.user_id
    and silence.kind = 'silence'))`;

/** Returns agreements with their members, in the order of the given ids. */
export async function findAgreements(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<WholeAgreement[]> {
  if (ids.length === 0) return [];
  const [rows, members, steps] = await Promise.all([
    db
      .selectFrom('agreements')
      .selectAll()
      .select([hasRelieving.as('has_relieving'), hasScrutiny.as('has_scrutiny')])
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('agreement_members')
      .selectAll()
      .select(isSilent.as('is_silent'))
      .where('agreement_id', 'in', ids)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('agreement_steps')
      .select(['agreement_id', 'user_id', 'kind', 'happened_at'])
      .where('agreement_id', 'in', ids)
      .where('kind', 'in', portalSteps)
      .$narrowType<{ kind: PortalStep }>()
      .orderBy('happened_at')
      // Steps that an administrator records together have the same time.
      .orderBy(sql`array_position(${[...portalSteps]}::text[], kind)`)
      .execute(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seats = members.map((member) => ({
    ...member,
    ticked: steps.filter(
      (step) =>
        step.agreement_id === member.agreement_id && step.user_id !== null && step.user_id === member.user_id,
    ),
  }));
  const seatsOf = Map.groupBy(seats, ({ agreement_id }) => agreement_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : { ...row, members: seatsOf.get(id) ?? [] };
  });
}

/** Converts the agreement to the form that the domain's steps use. A seat whose account was erased gets an id that no teacher has. */
export function agreementState(agreement: WholeAgreement): Standing {
  const { state, deadline, silence_agrees, has_relieving, reason, members } = agreement;
  return {
    state,
    deadline: deadline.getTime(),
    silenceAgrees: silence_agrees,
    hasRelieving: has_relieving,
    reason,
    seats: members.map(({ user_id, position, answer, ticked }) => ({
      teacher: user_id ?? `gone ${position}`,
      answer,
      steps: ticked.map(({ kind }) => kind),
    })),
  };
}

/** Condition on a row of `agreements` that all members agreed and no end without a swap followed. Each figure of agreements counts by it. */
export const stands = sql<boolean>`state in ('agreed', 'in_progress', 'completed')`;

/**
 * Selects every completed transfer: its moment and the number of teachers who moved. Each figure of completed transfers counts these rows,
 * which no deleted request or account removes.
 */
export const completions = sql`
  select ended_at as moment, size::int as teachers, true as by_agreement from agreements where state = 'completed'
  union all
  select completed_at, 1, false from declared_completions`;
