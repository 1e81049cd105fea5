import type { AcceptedProposal, AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { ACCEPTED_SHOWN } from '@mutual-transfer/domain/agreements/agreement-rules';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { placeOfBlock } from '../platform/places.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { findAgreements, type WholeAgreement } from './lock-agreement.ts';
import { type FoundAgreements, findPresentable, openMembers } from './present-agreement.ts';
import type { OwnAgreement } from './take-step.ts';

interface PageOfAgreements {
  page: number;
  limit: number;
  /** `true` selects the proposals that wait for the viewer's answer, `false` all others; `undefined` selects both. */
  isWaiting: boolean | undefined;
}

/** Returns one of the viewer's agreements. @throws {AppError} `not_found` also for a person who is not a member. */
export async function findOwnAgreement(db: Db, { id, userId }: OwnAgreement): Promise<WholeAgreement> {
  const [agreement] = await findAgreements(db, [id]);
  const isMember = agreement?.members.some((member) => member.user_id === userId);
  if (agreement === undefined || !isMember) throw new AppError('not_found');
  return agreement;
}

/** Returns the viewer's proposals and agreements, newest first. */
export async function listAgreements(
  reading: Dependencies,
  viewer: SignedIn,
  page: PageOfAgreements,
): Promise<AgreementList> {
  return openMembers(reading, viewer, await findAgreementList(reading, viewer, page));
}

export interface FoundAgreementList extends FoundAgreements<AgreementList> {
  /** Number of agreements of the page. */
  listed: number;
  /** Requests of each open proposal in the list that the viewer is asked for, or has said yes to. */
  proposed: readonly (readonly string[])[];
}

/** Reads a page of the viewer's proposals and agreements, newest first, whose contacts are not opened yet. */
export async function findAgreementList(
  reading: Dependencies,
  viewer: SignedIn,
  { page, limit, isWaiting }: PageOfAgreements,
): Promise<FoundAgreementList> {
  const { db } = reading;
  const now = reading.now();
  const filter = isWaiting === undefined ? sql`true` : sql`${waits(now)} = ${isWaiting}`;
  const query = sql<{ id: string | null; total: string; hasAccepted: boolean }>`
    with mine as materialized (
      select agreements.id, ${isAccepted(now)} as accepted, ${filter} as listed
      from agreement_members mine join agreements on agreements.id = agreement_id
      where user_id = ${viewer.userId}
    ), page as (
      select id from mine where listed order by id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select page.id, counted.total, counted."hasAccepted" from (
      select count(*) filter (where listed) as total, coalesce(bool_or(accepted), false) as "hasAccepted" from mine
    ) as counted
    left join page on true order by page.id desc`;
  // The statement has two texts.
  const name = isWaiting === undefined ? 'all agreements' : 'agreements that wait or not';
  const rows = await executePrepared(db, name, query.compile(db));
  const whole = await findAgreements(
    db,
    rows.flatMap(({ id }) => id ?? []),
  );
  const found = await findPresentable(reading, whole, viewer);
  const accepted = isWaiting
    ? await findAccepted(db, viewer, { now, areThere: rows[0]?.hasAccepted })
    : undefined;
  const pagination = paginationOf({ page, limit }, Number(rows[0]?.total ?? 0));
  return {
    ...found,
    listed: whole.length,
    proposed: [
      ...whole.map(({ members }) => members.flatMap(({ request_id }) => request_id ?? [])),
      ...(accepted ?? []).map(({ requests }) => requests),
    ],
    present: (contacts) => ({
      agreements: found.present(contacts),
      ...(accepted === undefined ? {} : { accepted }),
      pagination,
    }),
  };
}

/** Returns the query of the number of proposals that wait for the viewer's answer. */
export function waitingProposals({ userId }: SignedIn, now: Date): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from agreement_members mine join agreements on agreements.id = agreement_id
    where user_id = ${userId} and ${waits(now)})`;
}

/** Returns the SQL condition that a proposal waits for the answer of the member `mine`. */
function waits(now: Date): RawBuilder<SqlBool> {
  return sql`(agreements.state = 'proposed' and deadline > ${now} and mine.answer = 'open')`;
}

/** Returns the SQL condition that the member `mine` has said yes to an open proposal. */
function isAccepted(now: Date): RawBuilder<SqlBool> {
  return sql`(mine.state = 'proposed' and mine.answer = 'yes' and deadline > ${now})`;
}

interface AcceptedRow {
  id: string;
  deadline: Date;
  waits_until: Date | null;
  is_proposer: boolean;
  to_block: string;
  requests: string[] | null;
  yes: number;
}

/** Returns the newest open proposals to which the viewer has said yes. Makes no statement if there are none. */
async function findAccepted(
  db: Db,
  { userId }: SignedIn,
  { now, areThere = false }: { now: Date; areThere: boolean | undefined },
): Promise<AcceptedProposal[]> {
  if (!areThere) return [];
  const query = sql<AcceptedRow>`
    select agreements.id, deadline, waits_until, proposed_by is not distinct from mine.user_id as is_proposer,
      mine.to_block, seats.requests, seats.yes
    from agreement_members mine
    join agreements on agreements.id = mine.agreement_id
    cross join lateral (
      select count(*) filter (where answer = 'yes')::int as yes,
        array_agg(request_id::text order by position < mine.position, position)
          filter (where request_id is not null) as requests
      from agreement_members where agreement_id = mine.agreement_id
    ) as seats
    where mine.user_id = ${userId} and ${isAccepted(now)}
    order by agreements.id desc limit ${ACCEPTED_SHOWN}`;
  return (await executePrepared(db, 'accepted proposals', query.compile(db))).map(presentAccepted);
}

function presentAccepted(row: AcceptedRow): AcceptedProposal {
  return {
    _id: row.id,
    requests: row.requests ?? [],
    isProposer: row.is_proposer,
    movesTo: placeOfBlock(row.to_block),
    yes: row.yes,
    deadline: row.deadline.toISOString(),
    waitsUntil: row.waits_until?.toISOString() ?? null,
  };
}
