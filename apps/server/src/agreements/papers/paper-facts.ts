import type { ContactPreference } from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import type { WholeAgreement } from '../locked-agreement.ts';

/** What papers say of a member; places, subject and category are codes. */
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

/** An agreement as its papers say it, in the order of the ring. */
export interface PaperFacts {
  readonly agreement: WholeAgreement;
  readonly members: readonly PaperMember[];
}

/**
 * Reads what papers say. They go to the members of an agreement that holds, and say what it opened to them: name and
 * school of each, and of phone and email what each chose to be reached by.
 *
 * @throws {AppError} `agreement_step` where a member's account is gone or deactivated.
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

/** Once the request is gone that said which contact may be opened, what the person hides stays hidden. */
function hasOpened(
  { contact_preference: chosen }: { contact_preference: ContactPreference | null },
  contact: ContactPreference,
): boolean {
  return chosen === 'both' || chosen === contact;
}
