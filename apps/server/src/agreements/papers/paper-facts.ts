import type { ContactPreference } from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import type { WholeAgreement } from '../locked-agreement.ts';

/** A member as the papers show them. Places, subject and category are codes. */
export interface PaperMember {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly schoolName: string;
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly category: string | null;
  readonly batch: string | null;
}

/** An agreement as its papers show it, with the members in the order of the ring. */
export interface PaperFacts {
  readonly agreement: WholeAgreement;
  readonly members: readonly PaperMember[];
}

/**
 * Reads the facts for the papers. Papers go to the members of an agreement that holds and contain only what it opened to them: each
 * member's name and school, and the phone and email by which the member chose to be reached.
 *
 * @throws {AppError} `agreement_step` if a member's account is erased or deactivated.
 */
export async function readPaperFacts(db: Kysely<Database>, agreement: WholeAgreement): Promise<PaperFacts> {
  const rows = await db
    .selectFrom('agreement_members')
    .innerJoin('users', 'users.id', 'agreement_members.user_id')
    .leftJoin('requests', 'requests.id', 'agreement_members.request_id')
    .select([
      'position',
      'name',
      'phone',
      'email',
      'school_name',
      'agreement_members.from_block as posting',
      'to_block',
      'category',
      'recruitment_batch',
      'contact_preference',
      'users.hide_phone',
      'users.hide_email',
    ])
    .where('agreement_id', '=', agreement.id)
    .where('users.is_active', '=', true)
    .orderBy('position')
    .execute();
  if (rows.length < agreement.size) throw new AppError('agreement_step');
  const members = rows.map((row) => ({
    name: row.name,
    phone: row.hide_phone && !hasOpened(row, 'phone') ? '' : (row.phone ?? ''),
    email: row.hide_email && !hasOpened(row, 'email') ? '' : row.email,
    schoolName: row.school_name ?? '',
    fromBlock: row.posting,
    toBlock: row.to_block,
    category: row.category,
    batch: row.recruitment_batch,
  }));
  return { agreement, members };
}

/** A deleted request no longer says which contact may be shown, so everything that the person hides stays hidden. */
function hasOpened(
  { contact_preference: chosen }: { contact_preference: ContactPreference | null },
  contact: ContactPreference,
): boolean {
  return chosen === 'both' || chosen === contact;
}
