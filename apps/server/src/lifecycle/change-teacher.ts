import type { Transaction } from 'kysely';
import { endSessions } from '../accounts/sessions-of-account.ts';
import { endForAccount, endImpossible, holdAgreementsOf } from '../agreements/endings.ts';
import type { Database, UserRow } from '../database/schema.ts';
import { holdTeacher } from '../members/hold-members.ts';
import { changeMember, type MemberChange, movedColumns, setActive } from '../members/people.ts';
import type { StoredPosting } from '../members/stored-place.ts';
import { forgetLinksToFormer } from './change-profile.ts';

/**
 * Activates a teacher's account, or deactivates it, which breaks their agreements and ends their sessions.
 *
 * @throws {AppError} `not_found`; `forbidden` for an administrator's account.
 */
export async function toggleActive(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<UserRow> {
  const agreements = await holdAgreementsOf(transaction, [id]);
  const { is_active: wasActive } = await holdTeacher(transaction, id);
  if (wasActive) {
    await endForAccount(transaction, agreements, id, now);
    await endSessions(transaction, id, now);
  }
  return setActive(transaction, id, !wasActive);
}

interface Correction {
  readonly contact: Pick<MemberChange, 'name' | 'email' | 'phone'>;
  readonly posting: StoredPosting | undefined;
}

/**
 * Corrects a teacher's name, contact or posting. Proposals that this makes impossible end.
 *
 * @throws {AppError} `not_found`; `forbidden` for an administrator's account; `email_taken`, `phone_taken`.
 */
export async function correctTeacher(
  transaction: Transaction<Database>,
  id: string,
  { contact, posting }: Correction,
  now: Date,
): Promise<UserRow> {
  const agreements = await holdAgreementsOf(transaction, [id]);
  const teacher = await holdTeacher(transaction, id);
  const moved = posting === undefined ? {} : movedColumns(teacher, posting);
  const changed = await changeMember(transaction, teacher, { ...contact, ...moved }, now);
  await forgetLinksToFormer(transaction, teacher, changed);
  await endImpossible(transaction, agreements, now);
  return changed;
}
