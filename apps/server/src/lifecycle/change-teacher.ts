import type { ProfileChange } from '@mutual-transfer/domain/accounts/user';
import type { Transaction } from 'kysely';
import { changedColumns } from '../accounts/profile/profile-columns.ts';
import { endSessions } from '../accounts/sessions-of-account.ts';
import { endForAccount, endImpossible, lockAgreementsOf } from '../agreements/steps/endings.ts';
import type { Database, UserRow } from '../database/tables.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import { lockTeacher } from '../members/lock-members.ts';
import { personTag } from '../members/owner-tags.ts';
import { changeMember, type MemberChange, movedColumns, setActive } from '../members/people.ts';
import type { StoredPosting } from '../members/stored-place.ts';
import { forgetLinksToFormer } from './change-profile.ts';

/**
 * Activates an inactive account of a teacher, or deactivates an active one, which breaks the teacher's agreements and ends their sessions.
 *
 * @returns the account, and the ids of the proposals and agreements that ended.
 * @throws {AppError} `changed_meanwhile`; `not_found`; `forbidden` for an administrator's account.
 */
export async function toggleActive(
  transaction: Transaction<Database>,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | undefined },
  now: Date,
): Promise<{ changed: UserRow; ended: readonly string[] }> {
  const agreements = await lockAgreementsOf(transaction, [id]);
  const teacher = await lockTeacher(transaction, id);
  refuseStale(ifMatch, personTag(teacher));
  const { is_active: wasActive } = teacher;
  if (wasActive) {
    await endForAccount(transaction, agreements, id, now);
    await endSessions(transaction, id, now);
  }
  return { changed: await setActive(transaction, id, !wasActive), ended: wasActive ? agreements : [] };
}

interface Correction {
  readonly contact: Pick<MemberChange, 'name' | 'email' | 'phone'>;
  readonly posting: StoredPosting | undefined;
  /** Subject, class level, category and recruitment batch. */
  readonly teaching: Pick<ProfileChange, 'subject' | 'classRange' | 'category' | 'recruitmentBatch'>;
  readonly ifMatch: string | undefined;
}

/**
 * Changes a teacher's name, contact, posting or teaching fields for an administrator, under the same rules as a change of the own profile.
 * Ends the proposals that become impossible.
 *
 * @throws {AppError} `changed_meanwhile`; `not_found`; `forbidden` for an administrator's account; `email_taken`, `phone_taken`.
 */
export async function correctTeacher(
  transaction: Transaction<Database>,
  id: string,
  { contact, posting, teaching, ifMatch }: Correction,
  now: Date,
): Promise<{ readonly before: UserRow; readonly after: UserRow }> {
  const agreements = await lockAgreementsOf(transaction, [id]);
  const teacher = await lockTeacher(transaction, id);
  refuseStale(ifMatch, personTag(teacher));
  const moved = posting === undefined ? {} : movedColumns(teacher, posting);
  const taught = taughtColumns(teacher, teaching, now);
  const changed = await changeMember(transaction, teacher, { ...contact, ...moved, ...taught }, now);
  await forgetLinksToFormer(transaction, teacher, changed);
  await endImpossible(transaction, agreements, now);
  return { before: teacher, after: changed };
}

/** Returns the changed teaching columns. @throws {AppError} `validation_failed` if the teaching fields contradict each other. */
function taughtColumns(teacher: UserRow, teaching: Correction['teaching'], now: Date): MemberChange {
  if (Object.keys(teaching).length === 0) return {};
  const { subject, class_range, category, recruitment_batch } = changedColumns(teacher, teaching, now);
  return { subject, class_range, category, recruitment_batch };
}
