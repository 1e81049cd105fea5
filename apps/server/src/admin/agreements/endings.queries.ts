import type { OfficeAgreement } from '@mutual-transfer/domain/administration/office-agreement';
import type { Kysely } from 'kysely';
import { findAgreements } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { presentForOffice } from './agreements.queries.ts';

/** Maximum number of proposals and agreements of one teacher that a page shows, the newest ones. */
const NEWEST = 50;

/** Returns the newest proposals and agreements of a teacher. */
export function findAgreementsOf(
  db: Kysely<Database>,
  viewer: SignedIn,
  userId: string,
  now: Date,
): Promise<OfficeAgreement[]> {
  return findOf(db, viewer, { userId }, now);
}

/** Returns the open proposals and agreements of a teacher. Deactivating the account ends them. */
export function findEndings(
  db: Kysely<Database>,
  viewer: SignedIn,
  userId: string,
  now: Date,
): Promise<OfficeAgreement[]> {
  return findOf(db, viewer, { userId, states: ['proposed', 'agreed', 'in_progress'] }, now);
}

async function findOf(
  db: Kysely<Database>,
  viewer: SignedIn,
  { userId, states }: { userId: string; states?: readonly OfficeAgreement['state'][] },
  now: Date,
): Promise<OfficeAgreement[]> {
  const rows = await db
    .selectFrom('agreement_members')
    .select('agreement_id')
    .where('user_id', '=', userId)
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .orderBy('agreement_id', 'desc')
    .limit(NEWEST)
    .execute();
  const ids = rows.map(({ agreement_id }) => agreement_id);
  return presentForOffice(db, viewer, await findAgreements(db, ids), now);
}
